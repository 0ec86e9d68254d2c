import { DatabaseSync } from 'node:sqlite';
import { allowConsoleError } from './fixtures/allow-console-error.ts';
import {
  selectBox,
  expectAllFieldErrors,
  expectFormValues,
  failedRequestMessage,
  fillForm,
  inquiry,
  inlineMessage,
  failureMessage,
  storedInquiries,
  submitButton,
  errorSummary,
  textBox,
  successMessage,
  confirmationUrl,
} from './fixtures/inquiry-form.ts';
import { expect, test } from './fixtures/site.ts';

test.use({ javaScriptEnabled: false });

test('asks founders and investors for more, by the style sheet alone', async ({ page }) => {
  await page.goto('/contact');
  await expect(page.locator('.funding')).toBeHidden();
  await selectBox(page, 'I am a').selectOption('founder');
  await expect(textBox(page, 'Funding Stage')).toBeVisible();
  await expect(textBox(page, 'Funding Amount')).toBeVisible();
  await selectBox(page, 'I am a').selectOption('investor');
  await expect(textBox(page, 'Investment Focus')).toBeVisible();
  await expect(textBox(page, 'Investment Range')).toBeVisible();
  await selectBox(page, 'I am a').selectOption('advisor');
  await expect(page.locator('.funding')).toBeHidden();
});

test('stores an inquiry and thanks for it after a redirect', async ({ page, site }) => {
  await page.goto('/contact');
  await fillForm(page, { ...inquiry, persona: 'founder' });
  await textBox(page, 'Funding Stage').fill('Series B');
  await submitButton(page).click();

  await expect(page).toHaveURL(confirmationUrl);
  await expect(inlineMessage(page, successMessage)).toBeInViewport();
  await expect(textBox(page, 'First Name')).toHaveValue('');
  expect(await storedInquiries(site)).toEqual([
    { ...inquiry, persona: 'founder', fundingStage: 'Series B' },
  ]);

  await page.reload();
  expect(await site.inquiries()).toHaveLength(1);
});

test('drops the answers of a block that is hidden again', async ({ page, site }) => {
  await page.goto('/contact');
  await selectBox(page, 'I am a').selectOption('founder');
  await textBox(page, 'Funding Stage').fill('Series B');
  await fillForm(page);
  await submitButton(page).click();
  await expect(inlineMessage(page, successMessage)).toBeVisible();
  expect(await storedInquiries(site)).toEqual([inquiry]);
});

test('gives an empty form back with every message', async ({ page, site, consoleMessages }) => {
  await page.goto('/contact');
  const answer = page.waitForResponse((response) => response.request().method() === 'POST');
  await submitButton(page).click();
  expect((await answer).status()).toBe(422);

  await expect(errorSummary(page).getByRole('heading')).toHaveText('Please correct 10 things');
  await expectAllFieldErrors(page);
  expect(await site.inquiries()).toEqual([]);
  allowConsoleError(consoleMessages, failedRequestMessage);
});

test('gives everything typed back, and sends it once it is corrected', async ({
  page,
  site,
  consoleMessages,
}) => {
  const posted = { ...inquiry, persona: 'investor', email: 'mara', message: 'A <b>&\n"hi"' };
  await page.goto('/contact');
  await fillForm(page, { ...posted, lastName: '' });
  await textBox(page, 'Investment Focus').fill('Cold storage');
  await textBox(page, 'Investment Range').fill('$5M to $20M');
  await submitButton(page).click();

  await expectFormValues(page, { ...posted, lastName: '' });
  await expect(textBox(page, 'Investment Focus')).toHaveValue('Cold storage');
  await expect(textBox(page, 'Investment Range')).toHaveValue('$5M to $20M');
  await expect(errorSummary(page)).toBeInViewport();
  await expect(textBox(page, 'Email')).toHaveAttribute('aria-invalid', 'true');
  await expect(textBox(page, 'Email')).toHaveAccessibleDescription(
    'Please enter a valid email address',
  );
  allowConsoleError(consoleMessages, failedRequestMessage);

  await errorSummary(page).getByRole('link', { name: 'Last name is required' }).click();
  await expect(textBox(page, 'Last Name')).toBeInViewport();
  await fillForm(page, { ...posted, email: inquiry.email });
  await submitButton(page).click();
  await expect(inlineMessage(page, successMessage)).toBeVisible();
  expect(await storedInquiries(site)).toEqual([
    {
      ...posted,
      email: inquiry.email,
      fundingStage: 'Cold storage',
      investmentAmount: '$5M to $20M',
    },
  ]);
});

test('makes one inquiry of the same words sent twice', async ({ page, site }) => {
  await page.goto('/contact');
  await fillForm(page);
  await submitButton(page).click();
  await expect(inlineMessage(page, successMessage)).toBeVisible();

  await page.goto('/contact');
  await fillForm(page, { ...inquiry, company: ` ${inquiry.company} ` });
  await submitButton(page).click();
  await expect(inlineMessage(page, successMessage)).toBeVisible();
  expect(await storedInquiries(site)).toEqual([inquiry]);

  await page.goto('/contact');
  await fillForm(page, { ...inquiry, role: 'Chair' });
  await submitButton(page).click();
  await expect(inlineMessage(page, successMessage)).toBeVisible();
  expect(await site.inquiries()).toHaveLength(2);
});

test('stops a filled honeypot, says so, and can be sent again', async ({
  page,
  site,
  consoleMessages,
}) => {
  await page.goto('/contact');
  await fillForm(page);
  const honeypot = page.locator('input[name=honeypot]');
  await honeypot.fill('https://spam.example', { force: true });
  await submitButton(page).click();

  await expect(errorSummary(page).getByText('Bot detected')).toBeInViewport();
  await expect(honeypot).toHaveValue('');
  await expectFormValues(page);
  expect(await site.inquiries()).toEqual([]);
  allowConsoleError(consoleMessages, failedRequestMessage);

  await submitButton(page).click();
  await expect(inlineMessage(page, successMessage)).toBeVisible();
  expect(await storedInquiries(site)).toEqual([inquiry]);
});

test('gives everything typed back when the store is not available', async ({
  page,
  site,
  consoleMessages,
}) => {
  const otherProcess = new DatabaseSync(site.storeFile);
  otherProcess.exec('begin immediate');
  await page.goto('/contact');
  await fillForm(page);
  await submitButton(page).click();
  const problem = page.getByRole('group', { name: failureMessage });
  await expect(problem).toBeInViewport();
  await expect(problem).toContainText('Everything you typed is still here.');
  await expectFormValues(page);
  allowConsoleError(consoleMessages, failedRequestMessage);

  otherProcess.close();
  await submitButton(page).click();
  await expect(inlineMessage(page, successMessage)).toBeVisible();
  expect(await storedInquiries(site)).toEqual([inquiry]);
});

test('says what to do about an inquiry that is too long to be taken', async ({
  page,
  site,
  consoleMessages,
}) => {
  await page.goto('/contact');
  await fillForm(page, { ...inquiry, message: 'A long story. '.repeat(5000) });
  await submitButton(page).click();
  await expect(page.getByRole('group', { name: 'too long to be sent' })).toBeInViewport();

  await page.goBack();
  await expect(textBox(page, 'Company')).toHaveValue(inquiry.company);
  expect(await site.inquiries()).toEqual([]);
  allowConsoleError(consoleMessages, failedRequestMessage);
});

test('shows why we ask beside the fields, where no tooltip can open', async ({ page }) => {
  await page.goto('/contact');
  await expect(page.getByText('It tells us who should read this first.')).toBeVisible();
  await expect(page.getByText('An estimate is fine.')).toBeVisible();
  await selectBox(page, 'I am a').selectOption('founder');
  await expect(page.getByText('A range is enough.')).toBeVisible();
  await expect(page.getByRole('button', { name: /^Why we ask/ })).toHaveCount(0);
  await expect(page.getByRole('button', { name: /^Copy/ })).toHaveCount(0);
});
