import { contact } from '../../src/content/contact.ts';
import { parseInquiry } from '../../src/inquiry/inquiry.ts';
import { readAnnouncements, recordAnnouncements } from './fixtures/announcements.ts';
import { inquiry, storedInquiries } from './fixtures/inquiry-form.ts';
import { boxOf } from './fixtures/page.ts';
import { expect, test } from './fixtures/site.ts';

test('an empty form shows an error below each required field', async ({ page, form }) => {
  const requests = await form.intercept();
  await form.open();
  // Not before the form is sent.
  await form.field('Email').fill('mara');
  await form.field('Email').press('Tab');
  await expect(form.error('Email')).toBeHidden();
  await expect(form.field('Email')).toHaveAttribute('aria-invalid', 'false');
  await form.submitButton.click();
  const { fields } = parseInquiry({}) as { fields: Record<string, string> };
  const required = Object.entries(fields);
  expect(required).toHaveLength(10);
  for (const [name, error] of required)
    await expect(page.locator(`.field:has([name=${name}]) .field-error`), name).toHaveText(error);
  expect(requests).toEqual([]);

  for (const [name, error] of [
    ['Email', 'Please enter a valid email address'],
    ['Company Size', 'Please choose a company size'],
    ['Message', 'Please provide more details (at least 10 characters)'],
  ] as const) {
    const [field, message] = [await boxOf(form.field(name)), await boxOf(form.error(name))];
    expect(message.top - field.bottom, name).toBeGreaterThan(0);
    expect(message.top - field.bottom, name).toBeLessThan(16);
    expect(message.left, name).toBe(field.left);
    await expect(form.field(name)).toHaveAttribute('aria-invalid', 'true');
    await expect(form.field(name)).toHaveAccessibleDescription(error);
  }
  // Autofill may fire only `change`, and bypasses the setter that React installs.
  await form.field('Email').evaluate((input) => {
    const { set } = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value') ?? {};
    set?.call(input, 'mara@northquay.example');
    input.dispatchEvent(new Event('change', { bubbles: true }));
  });
  await expect(form.field('Email')).toHaveAttribute('aria-invalid', 'false');
  await expect(form.field('Email')).toHaveAccessibleDescription('');
});

test('an error disappears as soon as its field is valid', async ({ page, form }) => {
  await form.open();
  await form.submit({ ...inquiry, role: '', companySize: '', message: 'Hello' });
  await expect(page.getByText('3 fields need attention')).toBeVisible();

  await form.field('Message').pressSequentially(' all');
  await expect(form.error('Message')).toBeVisible();
  await form.field('Message').press('!');
  await expect(form.error('Message')).toBeHidden();
  await expect(page.getByText('2 fields need attention')).toBeVisible();

  await form.field('Company Size').selectOption('1-10');
  await expect(form.error('Company Size')).toBeHidden();
  await expect(form.error('Role')).toBeVisible();
  await form.field('Role').fill('Founder');
  await expect(form.errorSummary).toBeHidden();

  // The errors of fields that are hidden disappear with them.
  await form.submit({ ...inquiry, persona: 'founder', fundingStage: 'A'.repeat(201) });
  await expect(form.errorSummary.getByRole('link')).toHaveText(
    'Please shorten this from 201 to 200 characters',
  );
  await form.persona.selectOption('operator');
  await expect(form.errorSummary).toBeHidden();
});

test('focus moves to a summary, whose links lead to the fields', async ({ page, form }) => {
  await form.open();
  await recordAnnouncements(page);
  await form.submit({ ...inquiry, email: 'mara', industry: '', timeline: '' });
  await expect(form.errorSummary).toBeFocused();
  expect(await readAnnouncements(page)).toEqual([]);
  await expect(form.errorSummary.getByRole('heading')).toHaveText('3 fields need attention');
  await expect(form.errorSummary.getByRole('link')).toHaveText([
    'Please enter a valid email address',
    'Industry is required',
    'Please choose a timeline',
  ]);

  await form.errorSummary.getByRole('link', { name: 'timeline' }).click();
  await expect(form.field('Timeline')).toBeFocused();
  await form.errorSummary.getByRole('link', { name: 'email' }).press('Enter');
  await expect(form.field('Email')).toBeFocused();
  await expect(page).toHaveURL('/contact');

  // A longer summary leads to the first error, then lists the last three.
  await form.field('Company Size').selectOption('');
  await form.submitButton.click();
  await expect(form.errorSummary).toBeFocused();
  await expect(form.errorSummary.getByRole('heading')).toHaveText('4 fields need attention');
  await expect(form.errorSummary.getByRole('link')).toHaveText(
    'Start with the first: Please enter a valid email address',
  );
  await form.errorSummary.getByRole('link').press('Enter');
  await expect(form.field('Email')).toBeFocused();

  await form.field('Email').fill(inquiry.email);
  await expect(form.errorSummary.getByRole('link')).toHaveText([
    'Industry is required',
    'Please choose a company size',
    'Please choose a timeline',
  ]);
});

test('only programs find and fill the honeypot', async ({ page, form, site }) => {
  const honeypot = page.locator('input[name=honeypot]');
  const requests = await form.intercept();
  await form.open();
  await expect(honeypot).not.toBeInViewport();
  await expect(honeypot).toHaveAttribute('tabindex', '-1');
  await expect(honeypot).toHaveAttribute('autocomplete', 'off');
  await expect(page.getByRole('textbox', { name: contact.form.honeypot })).toHaveCount(0);
  await form.field('Message').press('Tab');
  await expect(form.submitButton).toBeFocused();

  await honeypot.fill('https://spam.example', { force: true });
  await form.submit();
  await expect(form.errorSummary.getByText('Bot detected')).toBeVisible();
  await expect(form.errorSummary).toBeFocused();
  await expect(honeypot).toHaveValue('');
  await form.expectValues();
  expect(requests).toEqual([]);

  // A program may fill it at each attempt.
  const link = form.errorSummary.getByRole('link', { name: contact.emailFallback.link });
  await expect(link).toBeHidden();
  await honeypot.fill('https://spam.example', { force: true });
  await form.submitButton.click();
  await expect(link).toHaveAttribute('href', /Message%3A%20We%20are%20looking/);

  await form.submitButton.click();
  await form.expectSuccess();
  await expect(form.errorSummary).toBeHidden();
  expect(await storedInquiries(site)).toEqual([inquiry]);
});
