import { DatabaseSync } from 'node:sqlite';
import { contact } from '../../src/content/contact.ts';
import {
  selectBox,
  expectAllFieldErrors,
  expectFormValues,
  expectSuccess,
  inquiry,
  inlineMessage,
  failureMessage,
  storedInquiries,
  submitButton,
  submitForm,
  errorSummary,
  textBox,
  successMessage,
  confirmationUrl,
} from './fixtures/inquiry-form.ts';
import { expect, test } from './fixtures/site.ts';

test.use({ javaScriptEnabled: false });

test('the form shows help texts instead of tooltips, stores the inquiry without hidden fields and redirects to the confirmation', async ({
  page,
  site,
}) => {
  const { help } = contact.form;
  await page.goto('/contact');
  await expect(page.getByText(help.companySize)).toBeVisible();
  await expect(page.getByText(help.timeline)).toBeVisible();
  await expect(page.getByRole('button', { name: /^(Why we ask|Copy)/ })).toHaveCount(0);
  await expect(page.locator('.funding')).toBeHidden();
  await selectBox(page, 'Which describes you best?').selectOption('founder');
  await expect(page.getByText(help.investmentAmount)).toBeVisible();
  await textBox(page, 'Funding Stage').fill('Series B');
  await expect(textBox(page, 'Funding Amount')).toBeVisible();
  await selectBox(page, 'Which describes you best?').selectOption('investor');
  await expect(textBox(page, 'Investment Focus')).toBeVisible();
  await expect(textBox(page, 'Investment Range')).toBeVisible();
  await submitForm(page, { ...inquiry, persona: 'advisor' });
  await expect(page).toHaveURL(confirmationUrl);
  await expect(inlineMessage(page, successMessage)).toBeInViewport();
  await expect(textBox(page, 'First Name')).toHaveValue('');
  expect(await storedInquiries(site)).toEqual([{ ...inquiry, persona: 'advisor' }]);

  await page.reload();
  expect(await site.inquiries()).toHaveLength(1);
});

test('an empty form is returned with every error', async ({ page, site }) => {
  await page.goto('/contact');
  await submitButton(page).click();
  await expect(errorSummary(page).getByRole('heading')).toHaveText('10 fields need attention');
  await expectAllFieldErrors(page);
  expect(await site.inquiries()).toEqual([]);
});

test('a form with errors keeps its values, and can be sent once corrected', async ({
  page,
  site,
}) => {
  const typed = {
    ...inquiry,
    persona: 'investor',
    message: 'A <b>&\n"hi"',
    fundingStage: 'Cold storage',
    investmentAmount: '$5M to $20M',
  };
  const invalid = { ...typed, lastName: '', email: 'mara' };
  await page.goto('/contact');
  await submitForm(page, invalid);
  await expectFormValues(page, invalid);
  await expect(errorSummary(page)).toBeInViewport();
  await expect(textBox(page, 'Email')).toHaveAttribute('aria-invalid', 'true');
  await expect(textBox(page, 'Email')).toHaveAccessibleDescription(
    'Please enter a valid email address',
  );

  await errorSummary(page).getByRole('link', { name: 'Last name is required' }).click();
  await expect(textBox(page, 'Last Name')).toBeInViewport();
  await submitForm(page, typed);
  await expectSuccess(page);
  expect(await storedInquiries(site)).toEqual([typed]);
});

test('the same values submitted twice are stored once', async ({ page, site }) => {
  for (const company of [inquiry.company, ` ${inquiry.company} `]) {
    await page.goto('/contact');
    await submitForm(page, { ...inquiry, company });
    await expectSuccess(page);
  }
  expect(await storedInquiries(site)).toEqual([inquiry]);

  await page.goto('/contact');
  await submitForm(page, { ...inquiry, role: 'Chair' });
  await expectSuccess(page);
  expect(await site.inquiries()).toHaveLength(2);
});

test('a form keeps its values after "Bot detected" and while the store is unavailable', async ({
  page,
  site,
}) => {
  await page.goto('/contact');
  const honeypot = page.locator('input[name=honeypot]');
  await honeypot.fill('https://spam.example', { force: true });
  await submitForm(page);
  await expect(errorSummary(page).getByText('Bot detected')).toBeInViewport();
  await expect(honeypot).toHaveValue('');
  await expectFormValues(page);

  const otherProcess = new DatabaseSync(site.storeFile);
  otherProcess.exec('begin immediate');
  await submitButton(page).click();
  const problem = page.getByRole('group', { name: failureMessage });
  await expect(problem).toBeInViewport();
  await expect(problem).toContainText('Everything you typed is still here.');
  await expectFormValues(page);
  otherProcess.close();
  expect(await site.inquiries()).toEqual([]);

  await submitButton(page).click();
  await expectSuccess(page);
  expect(await storedInquiries(site)).toEqual([inquiry]);
});

test('an inquiry that is too long explains what to do', async ({ page, site }) => {
  await page.goto('/contact');
  await submitForm(page, { ...inquiry, message: 'A long story. '.repeat(5000) });
  await expect(page.getByRole('group', { name: 'too long to be sent' })).toBeInViewport();

  await page.goBack();
  await expect(textBox(page, 'Company')).toHaveValue(inquiry.company);
  expect(await site.inquiries()).toEqual([]);
});
