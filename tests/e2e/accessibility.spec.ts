import type { Locator, Page } from '@playwright/test';
import { about } from '../../src/content/about.ts';
import { contact } from '../../src/content/contact.ts';
import { ecosystems } from '../../src/content/ecosystems.ts';
import { home } from '../../src/content/home.ts';
import { notFound } from '../../src/content/not-found.ts';
import { platform } from '../../src/content/platform.ts';
import { allPages, unknownPath } from '../fixtures/all-pages.ts';
import { desktop, expectAccessible, expectNoViolations, phone } from './fixtures/axe.ts';
import {
  failureMessage,
  hideTab,
  inquiry,
  type InquiryForm,
  respondUnavailable,
  successMessage,
} from './fixtures/inquiry-form.ts';
import { holdHydration, hydrate, mainNavigation, menuButton } from './fixtures/page.ts';
import { expect, test } from './fixtures/site.ts';
import { expectTabStops } from './fixtures/tab-stops.ts';

/** Expects each text of a page's content, in order, and the titles of its sections as headings. */
async function expectContent(page: Page, sections: Record<string, unknown>) {
  const main = page.getByRole('main');
  const tree = (await main.ariaSnapshot()).replaceAll(/\\"|["“”]/g, '');
  for (const text of listTexts(sections))
    expect.soft(dropSoftHyphens(tree)).toContain(dropSoftHyphens(text));
  for (const [key, section] of Object.entries(sections)) {
    const { title } = Object(section) as { title?: unknown };
    if (key === 'meta' || typeof title !== 'string') continue;
    await expect
      .soft(main.getByRole('heading', { name: title, exact: true }).first())
      .toBeAttached();
  }
}

/** A snapshot of the accessibility tree has none. */
const dropSoftHyphens = (text: string) => text.replaceAll('\u00ad', '');

const listTexts = (copy: unknown): string[] =>
  typeof copy === 'string'
    ? [copy]
    : Object.entries(Object(copy) as object)
        .filter(([key]) => !['meta', 'id', 'to'].includes(key))
        .flatMap(([, value]) => listTexts(value));

/** Contents of Contact apart from what some states of its form show. */
const { heading, intro, details, expect: promises } = contact;
const contents: Record<string, Record<string, unknown>> = {
  '/': home,
  '/about': about,
  '/ecosystems': ecosystems,
  // One tab of three is visible.
  '/platform': { ...platform, value: platform.value.audiences[0] },
  '/contact': { heading, intro, details, promises, note: contact.form.note },
  [unknownPath]: notFound,
};

for (const path of [...allPages.map(({ path }) => path), unknownPath]) {
  test(`${path} has no violations, its texts, and every control for Tab`, async ({ page }) => {
    const release = await holdHydration(page);
    await page.goto(path);
    await expectNoViolations(page, phone);
    release();
    await hydrate(page);
    await expectAccessible(page, desktop);
    await expectContent(page, contents[path] ?? {});
    await expectTabStops(page, 'Tab');
    await page.setViewportSize({ width: 390, height: 500 });
    await expectTabStops(page, 'Shift+Tab'); // Upwards, the header could cover a control.
  });
}

/** Each function opens a state and returns an element that shows it. */
const states: Record<string, (page: Page, form: InquiryForm) => Promise<Locator>> = {
  async 'the open menu'(page) {
    await page.setViewportSize(phone);
    await page.goto('/about');
    await menuButton(page).click();
    return mainNavigation(page);
  },
  async 'a submission'(page, form) {
    await form.holdSubmissions();
    await form.open();
    await form.submit({ ...inquiry, persona: 'founder' });
    return page.getByRole('button', { name: contact.form.submitting });
  },
  async success(page, form) {
    await form.open();
    await form.submit();
    await expect(form.toast(successMessage)).toBeVisible();
    await hideTab(page); // Keeps the toast open.
    return form.toast(successMessage);
  },
  async 'a failure'(page, form) {
    await form.intercept(respondUnavailable);
    await form.submitUntilFailure();
    await hideTab(page); // Keeps the toast open.
    return form.toast(failureMessage);
  },
  async 'an open tooltip'(page, form) {
    await form.open();
    await form.persona.focus();
    await page.keyboard.press('Tab');
    return page.getByRole('tooltip');
  },
};

// Errors of the form: contrast-and-reflow.spec. Error screens: error-screens.spec.
for (const [state, open] of Object.entries(states)) {
  test(`axe finds no violations on ${state}`, async ({ page, form }) => {
    const shown = await open(page, form);
    await expect(shown).toBeVisible();
    await page.evaluate(() => scrollTo(0, 0)); // Where a toast covers no control.
    await expectAccessible(page);
    await expect(shown).toBeVisible();
  });
}
