import type { Locator, Page } from '@playwright/test';
import { allPages, unknownPath } from '../../tools/all-pages.ts';
import { allowConsoleError } from './fixtures/allow-console-error.ts';
import { desktop, expectNoHorizontalScrolling, expectNoViolations, phone } from './fixtures/axe.ts';
import { breakDocument, breakPage } from './fixtures/break-page.ts';
import { holdHydration, hydrate, menuButton } from './fixtures/hydrate.ts';
import {
  errorSummary,
  failureMessage,
  fillForm,
  hideTab,
  holdSubmissions,
  inquiry,
  interceptSubmissions,
  openForm,
  respondUnavailable,
  selectBox,
  submitButton,
  submitForm,
  submitUntilFailure,
  successMessage,
  toast,
} from './fixtures/inquiry-form.ts';
import { expect, test } from './fixtures/site.ts';

// Axe cannot measure the contrast of colors in transition.
test.use({ contextOptions: { reducedMotion: 'reduce' } });

for (const path of [...allPages.map(({ path }) => path), unknownPath]) {
  test(`axe finds no violations on ${path}, before and after hydration`, async ({ page }) => {
    const release = await holdHydration(page);
    await page.goto(path);
    await expectNoViolations(page, [phone]);
    release();
    await hydrate(page);
    await expectNoViolations(page, [desktop]);
    await expectNoHorizontalScrolling(page);
  });
}

test('axe finds no violations with the menu open', async ({ page }) => {
  await page.setViewportSize(phone);
  await page.goto('/about');
  await menuButton(page).click();
  await expect(menuButton(page)).toHaveAttribute('aria-expanded', 'true');
  await expectNoViolations(page, [phone]);
  await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible();
});

/** Each function opens a state and returns an element that shows it. */
const states: Record<string, (page: Page) => Promise<Locator>> = {
  async 'another tab'(page) {
    await page.goto('/platform');
    await hydrate(page);
    await page.getByRole('tab', { name: 'For Ecosystem Partners' }).click();
    return page.getByRole('tabpanel', { name: 'For Ecosystem Partners' });
  },

  async 'the error screen of the site'(page) {
    await breakDocument(page, '/platform');
    await page.goto('/platform');
    await page.keyboard.press('Shift');
    return page.getByRole('heading', { name: 'Something went wrong' });
  },

  async 'the error screen of a page'(page) {
    await breakPage(page, '**/assets/about-*.js');
    await page.goto('/about');
    await page.keyboard.press('Shift');
    return page.getByRole('heading', { name: 'Unexpected Application Error!' });
  },

  async 'a form with every error'(page) {
    await openForm(page);
    await selectBox(page, 'Which describes you best?').selectOption('investor');
    await submitButton(page).click();
    return errorSummary(page);
  },

  async 'a form with "Bot detected"'(page) {
    await openForm(page);
    await fillForm(page);
    await page.locator('input[name=honeypot]').fill('spam', { force: true });
    await submitButton(page).click();
    return errorSummary(page);
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

for (const [state, open] of Object.entries(states)) {
  test(`axe finds no violations on ${state}`, async ({ page, consoleMessages }) => {
    const shown = await open(page);
    await expect(shown).toBeVisible();
    await expectNoViolations(page, [phone]);
    await expect(shown).toBeVisible();
    await expectNoHorizontalScrolling(page);
    allowConsoleError(consoleMessages, /JSON|broken on purpose/);
  });
}
