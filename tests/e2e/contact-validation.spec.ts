import type { Page } from '@playwright/test';
import { contact } from '../../src/content/contact.ts';
import { allowConsoleError } from './fixtures/allow-console-error.ts';
import {
  interceptSubmissions,
  selectBox,
  expectAllFieldErrors,
  expectFormValues,
  failedRequestMessage,
  fillForm,
  inquiry,
  inlineMessage,
  fieldError,
  openForm,
  submitUntilFailure,
  storedInquiries,
  submitButton,
  errorSummary,
  textBox,
  successMessage,
} from './fixtures/inquiry-form.ts';
import { expect, test } from './fixtures/site.ts';

const honeypot = (page: Page) => page.locator('input[name=honeypot]');

test('an empty form shows an error for each required field and is not sent', async ({ page }) => {
  const requests = await interceptSubmissions(page);
  await openForm(page);
  await submitButton(page).click();

  await expectAllFieldErrors(page);
  expect(requests).toEqual([]);
});

test('each error is shown right below its field', async ({ page }) => {
  await openForm(page);
  await submitButton(page).click();
  for (const name of ['Last Name', 'Email', 'Message']) {
    const field = await textBox(page, name).boundingBox();
    const message = await fieldError(textBox(page, name)).boundingBox();
    const gap = Number(message?.y) - Number(field?.y) - Number(field?.height);
    expect(gap, name).toBeGreaterThan(0);
    expect(gap, name).toBeLessThan(16);
    expect(message?.x).toBe(field?.x);
  }
});

test('an e-mail address needs a dot in its domain', async ({ page }) => {
  await openForm(page);
  await fillForm(page, { ...inquiry, email: 'mara@northquay' });
  await submitButton(page).click();
  await expect(fieldError(textBox(page, 'Email'))).toHaveText('Please enter a valid email address');
  await expect(errorSummary(page).getByRole('listitem')).toHaveCount(1);
  await expect(errorSummary(page).getByRole('heading')).toHaveText('1 field needs attention');
  await expectFormValues(page, { ...inquiry, email: 'mara@northquay' });
});

test('spaces count as empty', async ({ page }) => {
  await openForm(page);
  await fillForm(page, { ...inquiry, company: '   ' });
  await submitButton(page).click();
  await expect(fieldError(textBox(page, 'Company'))).toHaveText('Company is required');
});

test('a message needs at least ten characters', async ({ page, site }) => {
  await openForm(page);
  await fillForm(page, { ...inquiry, message: '123456789' });
  await submitButton(page).click();
  await expect(fieldError(textBox(page, 'Message'))).toHaveText(
    'Please provide more details (at least 10 characters)',
  );

  await textBox(page, 'Message').fill('1234567890');
  await submitButton(page).click();
  await expect(inlineMessage(page, successMessage)).toBeVisible();
  expect(await storedInquiries(site)).toEqual([{ ...inquiry, message: '1234567890' }]);
});

test('an error disappears as soon as its field is valid', async ({ page }) => {
  await openForm(page);
  await fillForm(page, { ...inquiry, role: '', companySize: '', message: 'Hello' });
  await submitButton(page).click();
  await expect(page.getByText('3 fields need attention')).toBeVisible();

  await textBox(page, 'Message').pressSequentially(' all');
  await expect(fieldError(textBox(page, 'Message'))).toBeVisible();
  await textBox(page, 'Message').press('!');
  await expect(fieldError(textBox(page, 'Message'))).toBeHidden();
  await expect(page.getByText('2 fields need attention')).toBeVisible();

  await selectBox(page, 'Company Size').selectOption('1-10');
  await expect(fieldError(selectBox(page, 'Company Size'))).toBeHidden();
  await expect(fieldError(textBox(page, 'Role'))).toBeVisible();
  await textBox(page, 'Role').fill('Founder');
  await expect(errorSummary(page)).toBeHidden();
});

test('hiding the funding fields removes their errors', async ({ page }) => {
  await openForm(page);
  await fillForm(page, { ...inquiry, persona: 'founder' });
  await textBox(page, 'Funding Stage').fill('A'.repeat(201));
  await submitButton(page).click();
  await expect(errorSummary(page).getByRole('link')).toHaveText(
    'Please shorten this to 200 characters',
  );
  await selectBox(page, 'I am a').selectOption('operator');
  await expect(errorSummary(page)).toBeHidden();
});

test('no error is shown before the form is sent', async ({ page }) => {
  await openForm(page);
  await textBox(page, 'Email').fill('mara');
  await textBox(page, 'Email').press('Tab');
  await expect(fieldError(textBox(page, 'Email'))).toBeHidden();
});

test('focus moves to an error summary in form order, whose links lead to the fields', async ({
  page,
}) => {
  await openForm(page);
  await fillForm(page, { ...inquiry, email: 'mara', industry: '', timeline: '' });
  await submitButton(page).click();
  await expect(errorSummary(page)).toBeFocused();
  await expect(errorSummary(page).getByRole('heading')).toHaveText('3 fields need attention');
  await expect(errorSummary(page).getByRole('link')).toHaveText([
    'Please enter a valid email address',
    'Industry is required',
    'Please choose a timeline',
  ]);

  await errorSummary(page).getByRole('link', { name: 'timeline' }).click();
  await expect(selectBox(page, 'Timeline')).toBeFocused();
  await errorSummary(page).getByRole('link', { name: 'email' }).press('Enter');
  await expect(textBox(page, 'Email')).toBeFocused();
  await expect(page).toHaveURL('/contact');

  await submitButton(page).click();
  await expect(errorSummary(page)).toBeFocused();
});

test('a summary of more than three errors leads to the first, then lists the last three', async ({
  page,
}) => {
  await openForm(page);
  await fillForm(page, { ...inquiry, email: 'mara', industry: '', companySize: '', timeline: '' });
  await submitButton(page).click();
  await expect(errorSummary(page)).toBeFocused();
  await expect(errorSummary(page).getByRole('heading')).toHaveText('4 fields need attention');
  await expect(errorSummary(page).getByRole('link')).toHaveText(
    'Start with the first: Please enter a valid email address',
  );
  await errorSummary(page).getByRole('link').press('Enter');
  await expect(textBox(page, 'Email')).toBeFocused();

  await textBox(page, 'Email').fill(inquiry.email);
  await expect(errorSummary(page).getByRole('link')).toHaveText([
    'Industry is required',
    'Please choose a company size',
    'Please choose a timeline',
  ]);
});

test('each error is associated with its field for assistive technology', async ({ page }) => {
  await openForm(page);
  await fillForm(page, { ...inquiry, email: 'mara', companySize: '' });
  await expect(textBox(page, 'Email')).not.toHaveAttribute('aria-invalid');
  await submitButton(page).click();

  await expect(textBox(page, 'Email')).toHaveAttribute('aria-invalid', 'true');
  await expect(textBox(page, 'Email')).toHaveAccessibleDescription(
    'Please enter a valid email address',
  );
  await expect(selectBox(page, 'Company Size')).toHaveAttribute('aria-invalid', 'true');
  await expect(selectBox(page, 'Company Size')).toHaveAccessibleDescription(
    `Please choose a company size ${contact.form.help.companySize}`,
  );
  await expect(textBox(page, 'First Name')).not.toHaveAttribute('aria-invalid');
  await expect(textBox(page, 'First Name')).toHaveAccessibleDescription('');

  await textBox(page, 'Email').fill('mara@northquay.example');
  await expect(textBox(page, 'Email')).not.toHaveAttribute('aria-invalid');
});

test('a validation error of the server is shown under its field', async ({
  page,
  consoleMessages,
}) => {
  await interceptSubmissions(page, (route) =>
    route.fulfill({
      status: 422,
      json: { error: 'Please correct this', fields: { email: 'This address does not exist' } },
    }),
  );
  await submitUntilFailure(page);

  await expect(fieldError(textBox(page, 'Email'))).toHaveText('This address does not exist');
  await expect(errorSummary(page)).toBeFocused();
  await expectFormValues(page);
  allowConsoleError(consoleMessages, failedRequestMessage);
});

test('a filled honeypot shows "Bot detected", and the form can be sent again', async ({
  page,
  site,
}) => {
  const requests = await interceptSubmissions(page);
  await openForm(page);
  await fillForm(page);
  await honeypot(page).fill('https://spam.example', { force: true });
  await submitButton(page).click();

  await expect(errorSummary(page).getByText('Bot detected')).toBeVisible();
  await expect(errorSummary(page)).toBeFocused();
  await expect(honeypot(page)).toHaveValue('');
  await expectFormValues(page);
  expect(requests).toEqual([]);

  await submitButton(page).click();
  await expect(inlineMessage(page, successMessage)).toBeVisible();
  await expect(errorSummary(page)).toBeHidden();
  expect(await storedInquiries(site)).toEqual([inquiry]);
});

test('the honeypot is hidden from people, assistive technology and autofill', async ({ page }) => {
  await openForm(page);
  await expect(honeypot(page)).not.toBeInViewport();
  await expect(honeypot(page)).toHaveAttribute('tabindex', '-1');
  await expect(honeypot(page)).toHaveAttribute('autocomplete', 'off');
  await expect(page.getByRole('textbox', { name: 'Leave this empty' })).toHaveCount(0);

  await textBox(page, 'Message').press('Tab');
  await expect(submitButton(page)).toBeFocused();
});
