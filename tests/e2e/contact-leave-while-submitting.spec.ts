import type { Page } from '@playwright/test';
import { contact } from '../../src/content/contact.ts';
import { emptyForm, inquiry, storedInquiries, successMessage } from './fixtures/inquiry-form.ts';
import { expect, test } from './fixtures/site.ts';

const mainLink = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name });

test('a submission continues on other pages', async ({ page, form, site }) => {
  const release = await form.holdSubmissions();
  await form.open();
  await form.submit();
  await mainLink(page, 'About').click();
  await expect(page).toHaveURL('/about');
  await page.goBack();
  await expect(form.submitButton).toHaveText(contact.form.submitting);
  await form.expectValues();

  release();
  await expect(form.toast(successMessage)).toBeVisible();
  await form.expectSuccess();
  await form.expectValues(emptyForm);
  expect(await storedInquiries(site)).toEqual([inquiry]);
});

test('success on another page is not repeated on return', async ({ page, form, site }) => {
  const release = await form.holdSubmissions();
  await form.openWithFrozenClock();
  await form.submit();
  await mainLink(page, 'About').click();
  await expect(page).toHaveURL('/about');
  await page.mouse.move(0, 600); // A toast stays open under the pointer.
  release();
  await expect.poll(async () => (await site.inquiries()).length).toBe(1);
  await expect(async () => {
    await page.clock.runFor(50);
    expect(await form.toast(successMessage).isVisible()).toBe(true);
  }).toPass();
  await page.clock.runFor(11_000);
  await expect(form.toast(successMessage)).toBeHidden();
  await page.clock.resume();
  await mainLink(page, 'Contact').click();
  await form.expectValues(emptyForm);
  await expect(form.toast(successMessage)).toBeHidden();
});

test('leaving the site during a submission asks for confirmation', async ({ page, form }) => {
  const release = await form.holdSubmissions();
  const dialogs: string[] = [];
  page.on('dialog', (dialog) => {
    dialogs.push(dialog.type());
    void dialog.dismiss();
  });
  await form.open();
  await form.submit();
  await expect(form.submitButton).toBeDisabled();
  await page.evaluate(() => location.assign('/about'));
  await expect.poll(() => dialogs).toEqual(['beforeunload']);
  await expect(page).toHaveURL('/contact');
  await mainLink(page, 'About').focus();
  release();
  await expect(form.submitButton).toBeEnabled();
  await expect(form.toast(successMessage)).toBeVisible();
  await expect(mainLink(page, 'About')).toBeFocused();
});
