import type { Page } from '@playwright/test';
import { contact } from '../../src/content/contact.ts';
import { readAnnouncements, recordAnnouncements } from './fixtures/announcements.ts';
import {
  errorSummary,
  expectFormValues,
  expectSuccess,
  fieldError,
  inquiry,
  interceptSubmissions,
  openForm,
  selectBox,
  storedInquiries,
  submitButton,
  submitForm,
  textBox,
} from './fixtures/inquiry-form.ts';
import { expect, test } from './fixtures/site.ts';

const requiredErrors = {
  'First Name': 'First name is required',
  'Last Name': 'Last name is required',
  Email: 'Please enter a valid email address',
  Company: 'Company is required',
  Role: 'Role is required',
  Industry: 'Industry is required',
  [contact.form.persona]: 'Please choose what describes you best',
  'Company Size': 'Please choose a company size',
  Timeline: 'Please choose a timeline',
  Message: 'Please provide more details (at least 10 characters)',
};

/** Expects the errors of an empty form. */
async function expectAllFieldErrors(page: Page) {
  for (const [name, error] of Object.entries(requiredErrors)) {
    const field = textBox(page, name).or(selectBox(page, name));
    await expect(fieldError(field)).toHaveText(error);
  }
}

test('an empty form shows an error right below each required field, associated with it, and is not sent', async ({
  page,
}) => {
  const requests = await interceptSubmissions(page);
  await openForm(page);
  // Not before the form is sent.
  await textBox(page, 'Email').fill('mara');
  await textBox(page, 'Email').press('Tab');
  await expect(fieldError(textBox(page, 'Email'))).toBeHidden();
  await expect(textBox(page, 'Email')).toHaveAttribute('aria-invalid', 'false');
  await submitButton(page).click();
  await expectAllFieldErrors(page);
  expect(requests).toEqual([]);

  for (const name of ['Last Name', 'Email', 'Message']) {
    const field = await textBox(page, name).boundingBox();
    const message = await fieldError(textBox(page, name)).boundingBox();
    const gap = Number(message?.y) - Number(field?.y) - Number(field?.height);
    expect(gap, name).toBeGreaterThan(0);
    expect(gap, name).toBeLessThan(16);
    expect(message?.x).toBe(field?.x);
  }

  await expect(textBox(page, 'Email')).toHaveAttribute('aria-invalid', 'true');
  await expect(textBox(page, 'Email')).toHaveAccessibleDescription(
    'Please enter a valid email address',
  );
  await expect(selectBox(page, 'Company Size')).toHaveAttribute('aria-invalid', 'true');
  await expect(selectBox(page, 'Company Size')).toHaveAccessibleDescription(
    'Please choose a company size',
  );
  await expect(textBox(page, 'Message')).toHaveAccessibleDescription(requiredErrors.Message);
  // Autofill may fire only `change`, and bypasses the setter that React installs.
  await textBox(page, 'Email').evaluate((input) => {
    const { set } = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value') ?? {};
    set?.call(input, 'mara@northquay.example');
    input.dispatchEvent(new Event('change', { bubbles: true }));
  });
  await expect(textBox(page, 'Email')).toHaveAttribute('aria-invalid', 'false');
  await expect(textBox(page, 'Email')).toHaveAccessibleDescription('');
});

test('an error disappears as soon as its field is valid', async ({ page }) => {
  await openForm(page);
  await submitForm(page, { ...inquiry, role: '', companySize: '', message: 'Hello' });
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

  // The errors of fields that are hidden disappear with them.
  await submitForm(page, { ...inquiry, persona: 'founder', fundingStage: 'A'.repeat(201) });
  await expect(errorSummary(page).getByRole('link')).toHaveText(
    'Please shorten this from 201 to 200 characters',
  );
  await selectBox(page, contact.form.persona).selectOption('operator');
  await expect(errorSummary(page)).toBeHidden();
});

test('focus, which alone announces the errors, moves to a summary in form order, whose links lead to the fields', async ({
  page,
}) => {
  await openForm(page);
  await recordAnnouncements(page);
  await submitForm(page, { ...inquiry, email: 'mara', industry: '', timeline: '' });
  await expect(errorSummary(page)).toBeFocused();
  expect(await readAnnouncements(page)).toEqual([]);
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

  // A longer summary leads to the first error, then lists the last three.
  await selectBox(page, 'Company Size').selectOption('');
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

test('the honeypot is hidden from people, assistive technology and autofill; filled, it shows "Bot detected" once', async ({
  page,
  site,
}) => {
  const honeypot = page.locator('input[name=honeypot]');
  const requests = await interceptSubmissions(page);
  await openForm(page);
  await expect(honeypot).not.toBeInViewport();
  await expect(honeypot).toHaveAttribute('tabindex', '-1');
  await expect(honeypot).toHaveAttribute('autocomplete', 'off');
  await expect(page.getByRole('textbox', { name: contact.form.honeypot })).toHaveCount(0);
  await textBox(page, 'Message').press('Tab');
  await expect(submitButton(page)).toBeFocused();

  await honeypot.fill('https://spam.example', { force: true });
  await submitForm(page);
  await expect(errorSummary(page).getByText('Bot detected')).toBeVisible();
  await expect(errorSummary(page)).toBeFocused();
  await expect(honeypot).toHaveValue('');
  await expectFormValues(page);
  expect(requests).toEqual([]);

  // A program may fill it at each attempt.
  const link = errorSummary(page).getByRole('link', { name: contact.emailFallback.link });
  await expect(link).toBeHidden();
  await honeypot.fill('https://spam.example', { force: true });
  await submitButton(page).click();
  await expect(link).toHaveAttribute('href', /Message%3A%20We%20are%20looking/);

  await submitButton(page).click();
  await expectSuccess(page);
  await expect(errorSummary(page)).toBeHidden();
  expect(await storedInquiries(site)).toEqual([inquiry]);
});
