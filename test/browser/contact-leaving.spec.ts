import type { Page } from '@playwright/test';
import {
  expectFilledIn,
  fillIn,
  holdCall,
  inquiry,
  lastingMessage,
  openForm,
  storedInquiries,
  submitButton,
  textBox,
  thanks,
  toast,
} from './inquiry-form.ts';
import { expect, test } from './site.ts';

const mainLink = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name });

test('goes on sending for a visitor who leaves all the same, and comes back to the outcome', async ({
  page,
  site,
}) => {
  const answer = await holdCall(page);
  page.on('dialog', (dialog) => void dialog.accept());
  await openForm(page);
  await fillIn(page);
  await submitButton(page).click();
  await mainLink(page, 'About').click();
  await expect(page).toHaveURL('/about');
  await page.goBack();
  await expect(submitButton(page)).toHaveText('Submitting...');
  await expectFilledIn(page);

  answer();
  await expect(toast(page, thanks)).toBeVisible();
  await expect(lastingMessage(page, thanks)).toBeVisible();
  await expect(textBox(page, 'Message')).toHaveValue('');
  expect(await storedInquiries(site)).toEqual([inquiry]);
});

test('does not thank anew a visitor who comes back', async ({ page }) => {
  await openForm(page);
  await fillIn(page);
  await submitButton(page).click();
  await expect(toast(page, thanks)).toBeVisible();
  await mainLink(page, 'About').click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Who We Are');
  await mainLink(page, 'Contact').click();
  await expect(submitButton(page)).toBeVisible();
  // The toaster is there by then, and would show it at once.
  await expect(page.getByRole('region', { name: 'Notifications' })).toBeAttached();
  await expect(toast(page, thanks)).toBeHidden();
});

test('asks before a visitor leaves while the inquiry is being sent', async ({ page }) => {
  const answer = await holdCall(page);
  const questions: string[] = [];
  page.on('dialog', (dialog) => {
    questions.push(dialog.message());
    void dialog.dismiss();
  });
  await openForm(page);
  await fillIn(page);
  await submitButton(page).click();
  await expect(submitButton(page)).toBeDisabled();

  await mainLink(page, 'About').click();
  await expect.poll(() => questions.join()).toContain('still being sent');
  await expect(page).toHaveURL('/contact');
  answer();
  await expect(toast(page, thanks)).toBeVisible();

  await mainLink(page, 'About').click();
  await expect(page).toHaveURL('/about');
  expect(questions).toHaveLength(1);
});
