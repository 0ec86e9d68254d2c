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

test('a submission continues when the visitor leaves the page, and its result is shown on return', async ({
  page,
  site,
}) => {
  const release = await holdSubmissions(page);
  await openForm(page);
  await fillForm(page);
  await submitButton(page).click();
  await mainLink(page, 'About').click();
  await expect(page).toHaveURL('/about');
  await page.goBack();
  await expect(submitButton(page)).toHaveText('Submitting...');
  await expectFormValues(page);

  release();
  await expect(toast(page, successMessage)).toBeVisible();
  await expect(inlineMessage(page, successMessage)).toBeVisible();
  await expect(textBox(page, 'Message')).toHaveValue('');
  expect(await storedInquiries(site)).toEqual([inquiry]);
});

test('success is shown on another page', async ({ page, site }) => {
  const release = await holdSubmissions(page);
  await openForm(page);
  await fillForm(page);
  await submitButton(page).click();
  await mainLink(page, 'About').click();
  await expect(page).toHaveURL('/about');
  release();
  await expect(toast(page, successMessage)).toBeVisible();
  expect(await storedInquiries(site)).toEqual([inquiry]);
});

test('the toast does not cover the menu button on a phone', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await openForm(page);
  await fillForm(page);
  await submitButton(page).click();
  await expect(toast(page, successMessage)).toBeVisible();
  await page.evaluate(() => scrollTo(0, 0));
  const menu = await menuButton(page).boundingBox();
  // The toast slides in.
  await expect
    .poll(async () => (await page.locator('[data-sonner-toast]').boundingBox())?.y)
    .toBeGreaterThanOrEqual((menu?.y ?? 0) + (menu?.height ?? Infinity));
});

test('failure is shown on another page, and the form keeps its values', async ({
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

test('the success toast is not repeated when the visitor returns', async ({ page }) => {
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

test('leaving the site during a submission asks for confirmation', async ({ page }) => {
  const release = await holdSubmissions(page);
  const dialogs: string[] = [];
  page.on('dialog', (dialog) => {
    dialogs.push(dialog.type());
    void dialog.dismiss();
  });
  await openForm(page);
  await fillForm(page);
  await submitButton(page).click();
  await expect(submitButton(page)).toBeDisabled();
  await page.evaluate(() => location.assign('/about'));
  await expect.poll(() => dialogs).toEqual(['beforeunload']);
  await expect(page).toHaveURL('/contact');
  release();
  await expect(toast(page, successMessage)).toBeVisible();
});
