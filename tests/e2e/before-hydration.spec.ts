import type { Page } from '@playwright/test';
import { about } from '../../src/content/about.ts';
import { contact } from '../../src/content/contact.ts';
import { fields } from '../../src/inquiry/inquiry.ts';
import { allowConsoleError } from './fixtures/allow-console-error.ts';
import { holdHydration, hydrate } from './fixtures/hydrate.ts';
import {
  confirmationUrl,
  expectSuccess,
  fillForm,
  inlineMessage,
  inquiry,
  openBeforeHydration,
  storedInquiries,
  submitButton,
  successMessage,
} from './fixtures/inquiry-form.ts';
import { expect, test } from './fixtures/site.ts';

const heading = (page: Page) => page.getByRole('heading', { level: 1 });
const helpButton = (page: Page) =>
  page.getByRole('button', { name: contact.form.helpLabel(fields.timeline.label) });
const helpText = contact.form.help.timeline;

test('after a reload, Back shows the page of the URL, before hydration and after it', async ({
  page,
}) => {
  await page.goto('/about');
  await hydrate(page);
  await page.getByRole('link', { name: 'Platform' }).first().click();
  await expect(page).toHaveURL('/platform');
  const release = await holdHydration(page);
  await page.reload();
  await page.goBack();
  await expect(page).toHaveURL('/about');
  await expect(heading(page)).toHaveText(about.who.title);
  release();
  await hydrate(page);
  await expect(heading(page)).toHaveText(about.who.title);
  await page.goForward();
  await expect(page).toHaveURL('/platform');
  await expect(heading(page)).not.toHaveText(about.who.title);
});

test('the form is submitted natively once, despite a second click here and on its confirmation', async ({
  page,
  site,
}) => {
  await page.addInitScript(() => {
    addEventListener('DOMContentLoaded', () => {
      if (document.getElementById('sent')) document.forms[0]?.requestSubmit();
    });
  });
  const release = await openBeforeHydration(page);
  await fillForm(page);
  await submitButton(page).dblclick();
  await expect(page).toHaveURL(confirmationUrl);
  await page.waitForLoadState();
  await expect(inlineMessage(page, successMessage)).toBeInViewport();
  await expect(submitButton(page)).toBeEnabled();
  expect(await storedInquiries(site)).toEqual([inquiry]);
  release();
  await hydrate(page);
  await expectSuccess(page);
  await expect(page).toHaveTitle(/^Inquiry received/);
  await submitButton(page).click();
  await expect(page).toHaveTitle(/^Contact/);
});

test('the button reads "Submitting..." during a native submission, until Back restores the page from the cache', async ({
  page,
}) => {
  await openBeforeHydration(page);
  await fillForm(page);
  await page.route('**/contact', () => undefined);
  const states = await submitButton(page).evaluate((button: HTMLButtonElement) => {
    const state = () => [button.textContent, button.disabled];
    button.form?.requestSubmit();
    const during = state();
    dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }));
    return [during, state()];
  });
  expect(states).toEqual([
    [contact.form.submitting, true],
    [contact.form.submit, false],
  ]);
});

test('a help button that is pressed before hydration works after it; if it takes 10 s, help texts are shown below their fields', async ({
  page,
}) => {
  await page.clock.install();
  const release = await openBeforeHydration(page);
  await helpButton(page).click();
  await page.clock.runFor(10_000);
  await expect(helpButton(page)).toBeHidden();
  await expect(page.getByText(helpText)).toBeVisible();
  release();
  await expect(page.getByRole('tooltip')).toHaveText(helpText);
  await expect(helpButton(page)).toBeVisible();
});

test('an unexpected error during hydration is reported', async ({ page, consoleMessages }) => {
  await page.addInitScript(() => {
    history.replaceState = () => {
      throw new TypeError('unexpected');
    };
  });
  await page.goto('/about');
  await page.keyboard.press('Shift');
  await expect.poll(() => consoleMessages.join()).toContain('uncaught: TypeError: unexpected');
  allowConsoleError(consoleMessages, /^uncaught: TypeError: unexpected/);
});
