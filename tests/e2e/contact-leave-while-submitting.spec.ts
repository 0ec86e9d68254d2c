import type { Page } from '@playwright/test';
import { contact } from '../../src/content/contact.ts';
import {
  emptyForm,
  expectFormValues,
  expectSuccess,
  holdSubmissions,
  inquiry,
  openForm,
  openWithFrozenClock,
  storedInquiries,
  submitButton,
  submitForm,
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
  await submitForm(page);
  await mainLink(page, 'About').click();
  await expect(page).toHaveURL('/about');
  await page.goBack();
  await expect(submitButton(page)).toHaveText(contact.form.submitting);
  await expectFormValues(page);

  release();
  await expect(toast(page, successMessage)).toBeVisible();
  await expectSuccess(page);
  await expectFormValues(page, emptyForm);
  expect(await storedInquiries(site)).toEqual([inquiry]);
});

test('success is shown on another page, and not repeated when the visitor returns', async ({
  page,
  site,
}) => {
  const release = await holdSubmissions(page);
  await openWithFrozenClock(page);
  await submitForm(page);
  await mainLink(page, 'About').click();
  await expect(page).toHaveURL('/about');
  await page.mouse.move(0, 600); // A toast stays open under the pointer.
  release();
  await expect.poll(async () => (await site.inquiries()).length).toBe(1);
  await expect(async () => {
    await page.clock.runFor(50);
    expect(await toast(page, successMessage).isVisible()).toBe(true);
  }).toPass();
  await page.clock.runFor(11_000);
  await expect(toast(page, successMessage)).toBeHidden();
  await page.clock.resume();
  await mainLink(page, 'Contact').click();
  await expectFormValues(page, emptyForm);
  await expect(toast(page, successMessage)).toBeHidden();
});

test('leaving the site during a submission asks for confirmation, and its end does not move the focus', async ({
  page,
}) => {
  const release = await holdSubmissions(page);
  const dialogs: string[] = [];
  page.on('dialog', (dialog) => {
    dialogs.push(dialog.type());
    void dialog.dismiss();
  });
  await openForm(page);
  await submitForm(page);
  await expect(submitButton(page)).toBeDisabled();
  await page.evaluate(() => location.assign('/about'));
  await expect.poll(() => dialogs).toEqual(['beforeunload']);
  await expect(page).toHaveURL('/contact');
  await mainLink(page, 'About').focus();
  release();
  await expect(submitButton(page)).toBeEnabled();
  await expect(toast(page, successMessage)).toBeVisible();
  await expect(mainLink(page, 'About')).toBeFocused();
});
