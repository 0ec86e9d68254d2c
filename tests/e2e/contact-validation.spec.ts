import { contact } from '../../src/content/contact.ts';
import { errors, labels, textErrors } from '../../src/content/fields.ts';
import { firm } from '../../src/content/firm.ts';
import { messageMinLength, parseInquiry } from '../../src/inquiry/inquiry.ts';
import { formatPlural } from '../../src/text/format-number.ts';
import { readAnnouncements, recordAnnouncements } from './fixtures/announcements.ts';
import { inquiry, storedInquiries } from './fixtures/inquiry-form.ts';
import { boxOf } from './fixtures/page.ts';
import { expect, test } from './fixtures/site.ts';

const headingOf = (count: number) => formatPlural(firm, contact.errors.heading, count);

test('an empty form shows an error below each required field', async ({ page, form }) => {
  const requests = await form.intercept();
  await form.open();
  // Not before the form is sent.
  await form.field('email').fill('mara');
  await form.field('email').press('Tab');
  await expect(form.error('email')).toBeHidden();
  await expect(form.field('email')).not.toHaveAttribute('aria-invalid');
  await form.submitButton.click();
  const { fields } = parseInquiry({}) as { fields: Record<string, string> };
  const required = Object.entries(fields);
  expect(required.length).toBeGreaterThanOrEqual(10);
  for (const [name, error] of required)
    await expect(page.locator(`.field:has([name=${name}]) .field-error`), name).toHaveText(error);
  expect(requests).toEqual([]);

  for (const [name, error] of [
    ['email', errors.email],
    ['companySize', errors.companySize],
    ['message', errors.message(messageMinLength)],
  ] as const) {
    const [field, message] = [await boxOf(form.field(name)), await boxOf(form.error(name))];
    expect(message.top - field.bottom, name).toBeGreaterThan(0);
    expect(message.top - field.bottom, name).toBeLessThan(16);
    expect(message.left, name).toBe(field.left);
    await expect(form.field(name)).toHaveAttribute('aria-invalid', 'true');
    await expect(form.field(name)).toHaveAccessibleDescription(error);
  }
  // Autofill may fire only `change`, and bypasses the setter that React installs.
  await form.field('email').evaluate((input) => {
    const { set } = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value') ?? {};
    set?.call(input, 'mara@northquay.example');
    input.dispatchEvent(new Event('change', { bubbles: true }));
  });
  await expect(form.field('email')).not.toHaveAttribute('aria-invalid');
  await expect(form.field('email')).toHaveAccessibleDescription('');
});

test('an error disappears as soon as its field is valid', async ({ page, form }) => {
  await form.open();
  await form.submit({ ...inquiry, role: '', companySize: '', message: 'Hello' });
  await expect(page.getByText(headingOf(3))).toBeVisible();

  await form.field('message').fill('x'.repeat(messageMinLength - 2));
  await form.field('message').press('x');
  await expect(form.error('message')).toBeVisible();
  await form.field('message').press('!');
  await expect(form.error('message')).toBeHidden();
  await expect(page.getByText(headingOf(2))).toBeVisible();

  await form.field('companySize').selectOption('1-10');
  await expect(form.error('companySize')).toBeHidden();
  await expect(form.error('role')).toBeVisible();
  await form.field('role').fill('Founder');
  await expect(form.errorSummary).toBeHidden();

  // The errors of fields that are hidden disappear with them.
  await form.submit({ ...inquiry, persona: 'founder', fundingStage: 'A'.repeat(201) });
  await expect(form.errorSummary.getByRole('link')).toHaveText(textErrors.tooLong('201', '200'));
  await form.persona.selectOption(inquiry.persona);
  await expect(form.errorSummary).toBeHidden();
});

test('focus moves to a summary, whose links lead to the fields', async ({ page, form }) => {
  await form.open();
  await recordAnnouncements(page);
  await form.submit({ ...inquiry, email: 'mara', industry: '', timeline: '' });
  await expect(form.errorSummary).toBeFocused();
  expect(await readAnnouncements(page)).toEqual([]);
  await expect(form.errorSummary.getByRole('heading')).toHaveText(headingOf(3));
  await expect(form.errorSummary.getByRole('link')).toHaveText([
    errors.email,
    errors.industry,
    errors.timeline,
  ]);

  await form.errorSummary.getByRole('link', { name: errors.timeline }).click();
  await expect(form.field('timeline')).toBeFocused();
  await form.errorSummary.getByRole('link', { name: errors.email }).press('Enter');
  await expect(form.field('email')).toBeFocused();
  await expect(page).toHaveURL('/contact');

  // A longer summary leads to the first error, then lists the last three.
  await form.field('companySize').selectOption('');
  await form.submitButton.click();
  await expect(form.errorSummary).toBeFocused();
  await expect(form.errorSummary.getByRole('heading')).toHaveText(headingOf(4));
  await expect(form.errorSummary.getByRole('link')).toHaveText(
    contact.errors.startWith(errors.email),
  );
  await form.errorSummary.getByRole('link').press('Enter');
  await expect(form.field('email')).toBeFocused();

  await form.field('email').fill(inquiry.email);
  await expect(form.errorSummary.getByRole('link')).toHaveText([
    errors.industry,
    errors.companySize,
    errors.timeline,
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
  await form.field('message').press('Tab');
  await expect(form.submitButton).toBeFocused();

  await honeypot.fill('https://spam.example', { force: true });
  await form.submit();
  await expect(form.errorSummary.getByText(errors.honeypot)).toBeVisible();
  await expect(form.errorSummary).toBeFocused();
  await expect(honeypot).toHaveValue('');
  await form.expectValues();
  expect(requests).toEqual([]);

  // A program may fill it at each attempt.
  const link = form.errorSummary.getByRole('link', { name: contact.emailFallback.link });
  await expect(link).toBeHidden();
  await honeypot.fill('https://spam.example', { force: true });
  await form.submitButton.click();
  await expect(link).toHaveAttribute(
    'href',
    new RegExp(encodeURIComponent(`${labels.message}: We are looking`)),
  );

  await form.submitButton.click();
  await form.expectSuccess();
  await expect(form.errorSummary).toBeHidden();
  expect(await storedInquiries(site)).toEqual([inquiry]);
});
