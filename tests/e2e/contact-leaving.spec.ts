import type { Page } from '@playwright/test';
import { forgive } from './fixtures/allow-console-error.ts';
import { menuButton } from './fixtures/hydrate.ts';
import {
  answerCall,
  expectFilledIn,
  failedRequest,
  fillIn,
  holdCall,
  inquiry,
  lastingMessage,
  openForm,
  openWithStoppedClock,
  refuse,
  regret,
  skipPausesUntil,
  storedInquiries,
  submitButton,
  textBox,
  thanks,
  toast,
} from './fixtures/inquiry-form.ts';
import { expect, test } from './fixtures/site.ts';

const mainLink = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name });

test('goes on sending for a visitor who leaves, and comes back to the outcome', async ({
  page,
  site,
}) => {
  const answer = await holdCall(page);
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

test('tells a visitor on another page that the inquiry arrived', async ({ page, site }) => {
  const answer = await holdCall(page);
  await openForm(page);
  await fillIn(page);
  await submitButton(page).click();
  await mainLink(page, 'About').click();
  await expect(page).toHaveURL('/about');
  answer();
  await expect(toast(page, thanks)).toBeVisible();
  expect(await storedInquiries(site)).toEqual([inquiry]);
});

test('leaves the menu of a phone free while it tells that', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await openForm(page);
  await fillIn(page);
  await submitButton(page).click();
  await expect(toast(page, thanks)).toBeVisible();
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
  await answerCall(page, refuse);
  await openForm(page);
  await fillIn(page);
  await submitButton(page).click();
  await mainLink(page, 'About').click();
  await expect(page).toHaveURL('/about');
  await skipPausesUntil(page, toast(page, regret));
  await mainLink(page, 'Contact').click();
  await expectFilledIn(page);
  forgive(consoleMessages, failedRequest);
});

test('does not thank anew a visitor who comes back', async ({ page }) => {
  await openWithStoppedClock(page);
  await fillIn(page);
  await submitButton(page).click();
  await expect(lastingMessage(page, thanks)).toBeVisible();
  await page.clock.runFor(500);
  await expect(toast(page, thanks)).toBeVisible();
  await mainLink(page, 'About').click();
  await expect(page).toHaveURL('/about');
  await expect(toast(page, thanks)).toBeVisible();
  await page.clock.runFor(11_000);
  await expect(toast(page, thanks)).toBeHidden();
  await page.clock.resume();
  await mainLink(page, 'Contact').click();
  await expect(submitButton(page)).toBeVisible();
  await expect(toast(page, thanks)).toBeHidden();
});

test('asks before a visitor leaves the site while the inquiry is being sent', async ({ page }) => {
  const answer = await holdCall(page);
  const questions: string[] = [];
  page.on('dialog', (dialog) => {
    questions.push(dialog.type());
    void dialog.dismiss();
  });
  await openForm(page);
  await fillIn(page);
  await submitButton(page).click();
  await expect(submitButton(page)).toBeDisabled();
  await page.evaluate(() => location.assign('/about'));
  await expect.poll(() => questions).toEqual(['beforeunload']);
  await expect(page).toHaveURL('/contact');
  answer();
  await expect(toast(page, thanks)).toBeVisible();
});
