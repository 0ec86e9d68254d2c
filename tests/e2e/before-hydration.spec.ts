import type { Page } from '@playwright/test';
import { about } from '../../src/content/about.ts';
import { contact } from '../../src/content/contact.ts';
import { fields } from '../../src/inquiry/inquiry.ts';
import { heading, holdHydration, hydrate } from './fixtures/page.ts';
import {
  confirmationUrl,
  inquiry,
  storedInquiries,
  successMessage,
} from './fixtures/inquiry-form.ts';
import { allowConsoleError, expect, test } from './fixtures/site.ts';

const helpButton = (page: Page) =>
  page.getByRole('button', { name: contact.form.helpLabel(fields.timeline.label) });
const helpText = contact.form.help.timeline;

test('after a reload, Back shows the page of the URL', async ({ page }) => {
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

test('a native submission is sent once despite further clicks', async ({ page, form, site }) => {
  await page.addInitScript(() => {
    addEventListener('DOMContentLoaded', () => {
      if (document.getElementById('sent')) document.forms[0]?.requestSubmit();
    });
  });
  const release = await form.openBeforeHydration();
  await form.fill();
  await form.submitButton.dblclick();
  await expect(page).toHaveURL(confirmationUrl);
  await page.waitForLoadState();
  await expect(form.message(successMessage)).toBeInViewport();
  await expect(form.submitButton).toBeEnabled();
  expect(await storedInquiries(site)).toEqual([inquiry]);
  release();
  await hydrate(page);
  await form.expectSuccess();
  await expect(page).toHaveTitle(/^Inquiry received/);
  await form.submitButton.click();
  await expect(page).toHaveTitle(/^Contact/);
});

test('the button reads "Submitting..." until Back restores the page', async ({ page, form }) => {
  await form.openBeforeHydration();
  await form.fill();
  await page.route('**/contact', () => undefined);
  const states = await form.submitButton.evaluate((button: HTMLButtonElement) => {
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

test('a help button that is pressed early opens its tooltip later', async ({ page, form }) => {
  await page.clock.install();
  const release = await form.openBeforeHydration();
  await helpButton(page).click();
  await page.clock.runFor(10_000); // Then help texts stand below their fields.
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
