import type { Locator, Page } from '@playwright/test';
import { allPages, unknownPath } from '../../tools/all-pages.ts';
import { desktop, expectNoHorizontalScrolling, expectNoViolations, phone } from './fixtures/axe.ts';
import { holdHydration, hydrate, menuButton } from './fixtures/hydrate.ts';
import {
  failureMessage,
  hideTab,
  holdSubmissions,
  inquiry,
  interceptSubmissions,
  openForm,
  respondUnavailable,
  selectBox,
  submitForm,
  submitUntilFailure,
  successMessage,
  toast,
} from './fixtures/inquiry-form.ts';
import { expectTabStops } from './fixtures/tab-stops.ts';
import { expect, test } from './fixtures/site.ts';

/** Compares the complete tree. `toMatchAriaSnapshot` ignores additional elements. */
async function expectTree(root: Locator, file: string) {
  expect(`${await root.ariaSnapshot()}\n`).toMatchSnapshot(`${file}.yml`);
}

// Update the snapshots after an intended change:
// npx playwright test accessibility --update-snapshots
for (const { path, name } of [...allPages, { path: unknownPath, name: 'not found' }]) {
  test(`axe finds no violations on ${path}, before and after hydration, the accessibility tree is as reviewed, and Tab reaches every control`, async ({
    page,
  }) => {
    const release = await holdHydration(page);
    await page.goto(path);
    await expectNoViolations(page, [phone]);
    release();
    await hydrate(page);
    await expectNoViolations(page, [desktop]);
    await expectTree(page.getByRole('main'), name.toLowerCase().replaceAll(' ', '-'));
    if (name === 'About') {
      await expectTree(page.getByRole('banner'), 'header');
      await expectTree(page.getByRole('contentinfo').locator('.grid'), 'footer');
    }
    await expectTabStops(page, 'Tab');
    await page.setViewportSize({ width: 390, height: 500 });
    await expectTabStops(page, 'Shift+Tab'); // Upwards, the header could cover a control.
    await expectNoHorizontalScrolling(page);
  });
}

/** Each function opens a state and returns an element that shows it. */
const states: Record<string, (page: Page) => Promise<Locator>> = {
  async 'the open menu'(page) {
    await page.setViewportSize(phone);
    await page.goto('/about');
    await menuButton(page).click();
    await expect(menuButton(page)).toHaveAttribute('aria-expanded', 'true');
    return page.getByRole('navigation', { name: 'Main' });
  },

  async 'another tab'(page) {
    await page.goto('/platform');
    await hydrate(page);
    await page.getByRole('tab', { name: 'For Ecosystem Partners' }).click();
    return page.getByRole('tabpanel', { name: 'For Ecosystem Partners' });
  },

  async 'a submission'(page) {
    await holdSubmissions(page);
    await openForm(page);
    await submitForm(page, { ...inquiry, persona: 'founder' });
    return page.getByRole('button', { name: 'Submitting...' });
  },

  async success(page) {
    await openForm(page);
    await submitForm(page);
    await expect(toast(page, successMessage)).toBeVisible();
    await hideTab(page); // Keeps the toast open.
    return toast(page, successMessage);
  },

  async 'a failure'(page) {
    await interceptSubmissions(page, respondUnavailable);
    await submitUntilFailure(page);
    await hideTab(page); // Keeps the toast open.
    return toast(page, failureMessage);
  },

  async 'an open tooltip'(page) {
    // On a lower screen axe scrolls the page, which closes the tooltip.
    await page.setViewportSize({ width: 1280, height: 1800 });
    await openForm(page);
    await selectBox(page, 'Which describes you best?').focus();
    await page.keyboard.press('Tab');
    return page.getByRole('tooltip');
  },
};

// Errors of the form: contrast-and-reflow.spec. Error screens: error-screens.spec.
for (const [state, open] of Object.entries(states)) {
  test(`axe finds no violations on ${state}`, async ({ page }) => {
    const shown = await open(page);
    await expect(shown).toBeVisible();
    await expectNoViolations(page);
    await expect(shown).toBeVisible();
    await expectNoHorizontalScrolling(page);
  });
}
