import { DatabaseSync } from 'node:sqlite';
import { contact } from '../../src/content/contact.ts';
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

test('CSS shows the funding fields to founders and investors', async ({ page }) => {
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

test('a submission stores the inquiry and redirects to the confirmation', async ({
  page,
  site,
}) => {
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

test('hidden funding fields are not stored', async ({ page, site }) => {
  await page.goto('/contact');
  await selectBox(page, 'I am a').selectOption('founder');
  await textBox(page, 'Funding Stage').fill('Series B');
  await fillForm(page);
  await submitButton(page).click();
  await expect(inlineMessage(page, successMessage)).toBeVisible();
  expect(await storedInquiries(site)).toEqual([inquiry]);
});

test('an empty form is returned with every error', async ({ page, site, consoleMessages }) => {
  await page.goto('/contact');
  const response = page.waitForResponse((candidate) => candidate.request().method() === 'POST');
  await submitButton(page).click();
  expect((await response).status()).toBe(422);

  await expect(errorSummary(page).getByRole('heading')).toHaveText('10 fields need attention');
  await expectAllFieldErrors(page);
  expect(await site.inquiries()).toEqual([]);
  allowConsoleError(consoleMessages, failedRequestMessage);
});

test('a form with errors keeps its values, and can be sent once corrected', async ({
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

test('the same values submitted twice are stored once', async ({ page, site }) => {
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

test('a filled honeypot shows "Bot detected", and the form can be sent again', async ({
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

test('the form keeps its values if the store is unavailable', async ({
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

test('an inquiry that is too long explains what to do', async ({ page, site, consoleMessages }) => {
  await page.goto('/contact');
  await fillForm(page, { ...inquiry, message: 'A long story. '.repeat(5000) });
  await submitButton(page).click();
  await expect(page.getByRole('group', { name: 'too long to be sent' })).toBeInViewport();

  await page.goBack();
  await expect(textBox(page, 'Company')).toHaveValue(inquiry.company);
  expect(await site.inquiries()).toEqual([]);
  allowConsoleError(consoleMessages, failedRequestMessage);
});

test('help texts are shown below their fields instead of tooltips', async ({ page }) => {
  const { help } = contact.form;
  await page.goto('/contact');
  await expect(page.getByText(help.companySize)).toBeVisible();
  await expect(page.getByText(help.timeline)).toBeVisible();
  await selectBox(page, 'I am a').selectOption('founder');
  await expect(page.getByText(help.investmentAmount)).toBeVisible();
  await expect(page.getByRole('button', { name: /^Why we ask/ })).toHaveCount(0);
  await expect(page.getByRole('button', { name: /^Copy/ })).toHaveCount(0);
});
