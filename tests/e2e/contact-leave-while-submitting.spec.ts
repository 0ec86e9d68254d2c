import type { Page } from '@playwright/test';
import { allowConsoleError } from './fixtures/allow-console-error.ts';
import { menuButton } from './fixtures/hydrate.ts';
import {
  interceptSubmissions,
  expectFormValues,
  failedRequestMessage,
  fillForm,
  holdSubmissions,
  inquiry,
  inlineMessage,
  openForm,
  openWithFrozenClock,
  respondUnavailable,
  failureMessage,
  skipRetryDelays,
  storedInquiries,
  submitButton,
  textBox,
  successMessage,
  toast,
} from './fixtures/inquiry-form.ts';
import { expect, test } from './fixtures/site.ts';

const mainLink = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name });

test('goes on sending for a visitor who leaves, and comes back to the outcome', async ({
  page,
  site,
}) => {
  const answer = await holdSubmissions(page);
  await openForm(page);
  await fillForm(page);
  await submitButton(page).click();
  await mainLink(page, 'About').click();
  await expect(page).toHaveURL('/about');
  await page.goBack();
  await expect(submitButton(page)).toHaveText('Submitting...');
  await expectFormValues(page);

  answer();
  await expect(toast(page, successMessage)).toBeVisible();
  await expect(inlineMessage(page, successMessage)).toBeVisible();
  await expect(textBox(page, 'Message')).toHaveValue('');
  expect(await storedInquiries(site)).toEqual([inquiry]);
});

test('tells a visitor on another page that the inquiry arrived', async ({ page, site }) => {
  const answer = await holdSubmissions(page);
  await openForm(page);
  await fillForm(page);
  await submitButton(page).click();
  await mainLink(page, 'About').click();
  await expect(page).toHaveURL('/about');
  answer();
  await expect(toast(page, successMessage)).toBeVisible();
  expect(await storedInquiries(site)).toEqual([inquiry]);
});

test('leaves the menu of a phone free while it tells that', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await openForm(page);
  await fillForm(page);
  await submitButton(page).click();
  await expect(toast(page, successMessage)).toBeVisible();
  await page.evaluate(() => scrollTo(0, 0));
  const menu = await menuButton(page).boundingBox();
  // It slides down to its place.
  await expect
    .poll(async () => (await page.locator('[data-sonner-toast]').boundingBox())?.y)
    .toBeGreaterThanOrEqual((menu?.y ?? 0) + (menu?.height ?? Infinity));
});

test('tells a visitor on another page that the inquiry failed, and keeps it', async ({
  page,
  consoleMessages,
}) => {
  await page.clock.install();
  await interceptSubmissions(page, respondUnavailable);
  await openForm(page);
  await fillForm(page);
  await submitButton(page).click();
  await mainLink(page, 'About').click();
  await expect(page).toHaveURL('/about');
  await skipRetryDelays(page, toast(page, failureMessage));
  await mainLink(page, 'Contact').click();
  await expectFormValues(page);
  allowConsoleError(consoleMessages, failedRequestMessage);
});

test('does not thank anew a visitor who comes back', async ({ page }) => {
  await openWithFrozenClock(page);
  await fillForm(page);
  await submitButton(page).click();
  await expect(inlineMessage(page, successMessage)).toBeVisible();
  await page.clock.runFor(500);
  await expect(toast(page, successMessage)).toBeVisible();
  await mainLink(page, 'About').click();
  await expect(page).toHaveURL('/about');
  await expect(toast(page, successMessage)).toBeVisible();
  await page.clock.runFor(11_000);
  await expect(toast(page, successMessage)).toBeHidden();
  await page.clock.resume();
  await mainLink(page, 'Contact').click();
  await expect(submitButton(page)).toBeVisible();
  await expect(toast(page, successMessage)).toBeHidden();
});

test('asks before a visitor leaves the site while the inquiry is being sent', async ({ page }) => {
  const answer = await holdSubmissions(page);
  const questions: string[] = [];
  page.on('dialog', (dialog) => {
    questions.push(dialog.type());
    void dialog.dismiss();
  });
  await openForm(page);
  await fillForm(page);
  await submitButton(page).click();
  await expect(submitButton(page)).toBeDisabled();
  await page.evaluate(() => location.assign('/about'));
  await expect.poll(() => questions).toEqual(['beforeunload']);
  await expect(page).toHaveURL('/contact');
  answer();
  await expect(toast(page, successMessage)).toBeVisible();
});
