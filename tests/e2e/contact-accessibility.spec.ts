import { allowConsoleError } from './fixtures/allow-console-error.ts';
import { expectNoViolations } from './fixtures/axe.ts';
import {
  interceptSubmissions,
  selectBox,
  failedRequestMessage,
  fillForm,
  hideTab,
  holdSubmissions,
  inquiry,
  inlineMessage,
  openForm,
  respondUnavailable,
  failureMessage,
  submitUntilFailure,
  storedInquiries,
  submitButton,
  errorSummary,
  textBox,
  successMessage,
  toast,
} from './fixtures/inquiry-form.ts';
import { expect, test } from './fixtures/site.ts';

// Axe cannot measure the contrast of colors in transition.
test.use({ contextOptions: { reducedMotion: 'reduce' } });

test('axe finds no violations with every error', async ({ page }) => {
  await openForm(page);
  await submitButton(page).click();
  await expect(errorSummary(page)).toBeVisible();
  await expectNoViolations(page);
});

test('axe finds no violations after "Bot detected"', async ({ page }) => {
  await openForm(page);
  await fillForm(page);
  await page.locator('input[name=honeypot]').fill('spam', { force: true });
  await submitButton(page).click();
  await expect(errorSummary(page)).toBeVisible();
  await expectNoViolations(page);
});

test('axe finds no violations on the founder fields', async ({ page }) => {
  await openForm(page);
  await selectBox(page, 'I am a').selectOption('founder');
  await expectNoViolations(page);
});

test('axe finds no violations on the investor fields', async ({ page }) => {
  await openForm(page);
  await selectBox(page, 'I am a').selectOption('investor');
  await expectNoViolations(page);
});

test('axe finds no violations during submission', async ({ page }) => {
  const release = await holdSubmissions(page);
  await openForm(page);
  await fillForm(page);
  await submitButton(page).click();
  await expect(submitButton(page)).toHaveText('Submitting...');
  await expectNoViolations(page);
  release();
  await expect(inlineMessage(page, successMessage)).toBeVisible();
});

test('axe finds no violations after success', async ({ page }) => {
  await openForm(page);
  await fillForm(page);
  await submitButton(page).click();
  await expect(toast(page, successMessage)).toBeVisible();
  await hideTab(page); // Keeps the toast open.
  await expectNoViolations(page);
  await expect(toast(page, successMessage)).toBeVisible();
});

test('axe finds no violations after a failure', async ({ page, consoleMessages }) => {
  await interceptSubmissions(page, respondUnavailable);
  await submitUntilFailure(page);
  await hideTab(page); // Keeps the toast open.
  await expectNoViolations(page);
  await expect(toast(page, failureMessage)).toBeVisible();
  allowConsoleError(consoleMessages, failedRequestMessage);
});

test('axe finds no violations on an open tooltip', async ({ page }) => {
  // On a lower screen axe scrolls the page, which closes the tooltip.
  await page.setViewportSize({ width: 1280, height: 1800 });
  await openForm(page);
  await selectBox(page, 'I am a').focus();
  await page.keyboard.press('Tab');
  await expectNoViolations(page);
  await expect(page.getByRole('tooltip')).toBeVisible();
});

test('the form does not scroll horizontally, from 320 to 1920 pixels', async ({ page }) => {
  await openForm(page);
  await selectBox(page, 'I am a').selectOption('investor');
  await submitButton(page).click();
  await expect(errorSummary(page)).toBeVisible();
  for (const width of [320, 390, 768, 1024, 1440, 1920]) {
    await page.setViewportSize({ width, height: 900 });
    const overflow = () => page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    expect(await overflow(), `${width} pixels`).toBeLessThanOrEqual(0);
  }
});

test('the form can be filled in, corrected and sent by keyboard', async ({ page, site }) => {
  await openForm(page);
  const { keyboard } = page;
  await keyboard.press('Tab');
  await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused();
  await keyboard.press('Enter');

  await keyboard.press('Tab');
  await expect(textBox(page, 'First Name')).toBeFocused();
  await keyboard.type(inquiry.firstName);
  await keyboard.press('Tab');
  await keyboard.type(inquiry.lastName);
  await keyboard.press('Tab');
  await keyboard.type('mara@northquay');
  await keyboard.press('Tab');
  await keyboard.type(inquiry.company);
  await keyboard.press('Tab');
  await keyboard.type(inquiry.role);
  await keyboard.press('Tab');
  await keyboard.type(inquiry.industry);
  await keyboard.press('Tab');
  await keyboard.type('Inv');
  await keyboard.press('Tab');
  await expect(page.getByRole('tooltip')).toBeVisible();
  await keyboard.press('Tab');
  await keyboard.type('51');
  await keyboard.press('Tab');
  await expect(textBox(page, 'Investment Focus')).toBeFocused();
  await keyboard.type('Cold storage');
  await keyboard.press('Tab');
  await expect(page.getByRole('tooltip')).toBeVisible();
  await keyboard.press('Tab');
  await expect(textBox(page, 'Investment Range')).toBeFocused();
  await keyboard.press('Tab');
  await keyboard.press('Tab');
  await keyboard.type('3-6');
  await keyboard.press('Tab');
  await keyboard.type(inquiry.message);
  await keyboard.press('Tab');
  await expect(submitButton(page)).toBeFocused();
  await keyboard.press('Enter');

  await expect(errorSummary(page)).toBeFocused();
  await keyboard.press('Tab');
  await keyboard.press('Enter');
  await expect(textBox(page, 'Email')).toBeFocused();
  await keyboard.press('End');
  await keyboard.type('.example');
  await keyboard.press('Enter');
  await expect(inlineMessage(page, successMessage)).toBeVisible();
  await expect(submitButton(page)).toBeFocused();
  expect(await storedInquiries(site)).toEqual([
    { ...inquiry, persona: 'investor', fundingStage: 'Cold storage' },
  ]);
});
