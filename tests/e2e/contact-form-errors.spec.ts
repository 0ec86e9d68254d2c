import type { Page } from '@playwright/test';
import { forgive } from './fixtures/allow-console-error.ts';
import {
  answerCall,
  choice,
  expectEveryMessage,
  expectFilledIn,
  failedRequest,
  fillIn,
  inquiry,
  lastingMessage,
  messageUnder,
  openForm,
  sendInVain,
  storedInquiries,
  submitButton,
  summary,
  textBox,
  thanks,
} from './fixtures/inquiry-form.ts';
import { expect, test } from './fixtures/site.ts';

const honeypot = (page: Page) => page.locator('input[name=honeypot]');

test('says under each field what is missing, and sends nothing', async ({ page }) => {
  const requests = await answerCall(page);
  await openForm(page);
  await submitButton(page).click();

  await expectEveryMessage(page);
  expect(requests).toEqual([]);
});

test('puts each message below its field', async ({ page }) => {
  await openForm(page);
  await submitButton(page).click();
  const field = await textBox(page, 'Message').boundingBox();
  const message = await messageUnder(textBox(page, 'Message')).boundingBox();
  expect(message?.y).toBeGreaterThan(Number(field?.y) + Number(field?.height));
  expect(message?.x).toBe(field?.x);
});

test('wants an e-mail address whose domain has a dot', async ({ page }) => {
  await openForm(page);
  await fillIn(page, { ...inquiry, email: 'mara@northquay' });
  await submitButton(page).click();
  await expect(messageUnder(textBox(page, 'Email'))).toHaveText(
    'Please enter a valid email address',
  );
  await expect(summary(page).getByRole('listitem')).toHaveCount(1);
  await expectFilledIn(page, { ...inquiry, email: 'mara@northquay' });
});

test('takes spaces alone for nothing', async ({ page }) => {
  await openForm(page);
  await fillIn(page, { ...inquiry, company: '   ' });
  await submitButton(page).click();
  await expect(messageUnder(textBox(page, 'Company'))).toHaveText('Company is required');
});

test('wants a message of ten characters: nine are too few, ten enough', async ({ page, site }) => {
  await openForm(page);
  await fillIn(page, { ...inquiry, message: '123456789' });
  await submitButton(page).click();
  await expect(messageUnder(textBox(page, 'Message'))).toHaveText(
    'Please provide more details (at least 10 characters)',
  );

  await textBox(page, 'Message').fill('1234567890');
  await submitButton(page).click();
  await expect(lastingMessage(page, thanks)).toBeVisible();
  expect(await storedInquiries(site)).toEqual([{ ...inquiry, message: '1234567890' }]);
});

test('takes a message away as soon as its field is right', async ({ page }) => {
  await openForm(page);
  await fillIn(page, { ...inquiry, role: '', companySize: '', message: 'Hello' });
  await submitButton(page).click();
  await expect(page.getByText('Please correct 3 things')).toBeVisible();

  await textBox(page, 'Message').pressSequentially(' all');
  await expect(messageUnder(textBox(page, 'Message'))).toBeVisible();
  await textBox(page, 'Message').press('!');
  await expect(messageUnder(textBox(page, 'Message'))).toBeHidden();
  await expect(page.getByText('Please correct 2 things')).toBeVisible();

  await choice(page, 'Company Size').selectOption('1-10');
  await expect(messageUnder(choice(page, 'Company Size'))).toBeHidden();
  await expect(messageUnder(textBox(page, 'Role'))).toBeVisible();
  await textBox(page, 'Role').fill('Founder');
  await expect(summary(page)).toBeHidden();
});

test('forgets what was wrong in the optional block when that is hidden', async ({ page }) => {
  await openForm(page);
  await fillIn(page, { ...inquiry, persona: 'founder' });
  await textBox(page, 'Funding Stage').fill('A'.repeat(201));
  await submitButton(page).click();
  await expect(summary(page).getByRole('link')).toHaveText('Please shorten this to 200 characters');
  await choice(page, 'I am a').selectOption('operator');
  await expect(summary(page)).toBeHidden();
});

test('gives no message before the form is sent', async ({ page }) => {
  await openForm(page);
  await textBox(page, 'Email').fill('mara');
  await textBox(page, 'Email').press('Tab');
  await expect(messageUnder(textBox(page, 'Email'))).toBeHidden();
});

test('moves focus to a summary in the order of the form, whose links lead to the fields', async ({
  page,
}) => {
  await openForm(page);
  await fillIn(page, { ...inquiry, email: 'mara', industry: '', companySize: '', timeline: '' });
  await submitButton(page).click();
  await expect(summary(page)).toBeFocused();
  await expect(summary(page).getByRole('heading')).toHaveText('Please correct 4 things');
  await expect(summary(page).getByRole('link')).toHaveText([
    'Please enter a valid email address',
    'Industry is required',
    'Please choose a company size',
    'Please choose a timeline',
  ]);

  await summary(page).getByRole('link', { name: 'timeline' }).click();
  await expect(choice(page, 'Timeline')).toBeFocused();
  await summary(page).getByRole('link', { name: 'email' }).press('Enter');
  await expect(textBox(page, 'Email')).toBeFocused();
  await expect(page).toHaveURL('/contact');

  await submitButton(page).click();
  await expect(summary(page)).toBeFocused();
});

test('ties each message to its field for assistive technology', async ({ page }) => {
  await openForm(page);
  await fillIn(page, { ...inquiry, email: 'mara', companySize: '' });
  await expect(textBox(page, 'Email')).not.toHaveAttribute('aria-invalid');
  await submitButton(page).click();

  await expect(textBox(page, 'Email')).toHaveAttribute('aria-invalid', 'true');
  await expect(textBox(page, 'Email')).toHaveAccessibleDescription(
    'Please enter a valid email address',
  );
  await expect(choice(page, 'Company Size')).toHaveAttribute('aria-invalid', 'true');
  await expect(choice(page, 'Company Size')).toHaveAccessibleDescription(
    /^Please choose a company size It tells us who/,
  );
  await expect(textBox(page, 'First Name')).not.toHaveAttribute('aria-invalid');
  await expect(textBox(page, 'First Name')).toHaveAccessibleDescription('');

  await textBox(page, 'Email').fill('mara@northquay.example');
  await expect(textBox(page, 'Email')).not.toHaveAttribute('aria-invalid');
});

test('tells browsers what each field is, so that they can fill it in', async ({ page }) => {
  await openForm(page);
  await choice(page, 'I am a').selectOption('founder');
  const attribute = (name: string) =>
    page
      .locator('.field')
      .locator('input, select, textarea')
      .evaluateAll(
        (controls, name) => controls.map((control) => [control.id, control.getAttribute(name)]),
        name,
      )
      .then(Object.fromEntries);

  expect(await attribute('autocomplete')).toMatchObject({
    firstName: 'given-name',
    lastName: 'family-name',
    email: 'email',
    company: 'organization',
    role: 'organization-title',
    industry: 'off',
    fundingStage: 'off',
    investmentAmount: 'off',
  });
  expect(await attribute('required')).toEqual({
    firstName: '',
    lastName: '',
    email: '',
    company: '',
    role: '',
    industry: '',
    persona: '',
    companySize: '',
    fundingStage: null,
    investmentAmount: null,
    timeline: '',
    message: '',
  });
  await expect(textBox(page, 'Email')).toHaveAttribute('inputmode', 'email');
  await expect(textBox(page, 'Email')).toHaveAttribute('type', 'email');
});

test('shows what only the server finds wrong under its field', async ({
  page,
  consoleMessages,
}) => {
  await answerCall(page, (route) =>
    route.fulfill({
      status: 422,
      json: { error: 'Please correct this', fields: { email: 'This address does not exist' } },
    }),
  );
  await sendInVain(page);

  await expect(messageUnder(textBox(page, 'Email'))).toHaveText('This address does not exist');
  await expect(summary(page)).toBeFocused();
  await expectFilledIn(page);
  forgive(consoleMessages, failedRequest);
});

test('stops a form with a filled honeypot, says so, and can be sent again', async ({
  page,
  site,
}) => {
  const requests = await answerCall(page);
  await openForm(page);
  await fillIn(page);
  await honeypot(page).fill('https://spam.example', { force: true });
  await submitButton(page).click();

  await expect(summary(page).getByText('Bot detected')).toBeVisible();
  await expect(summary(page)).toBeFocused();
  await expect(honeypot(page)).toHaveValue('');
  await expectFilledIn(page);
  expect(requests).toEqual([]);

  await submitButton(page).click();
  await expect(lastingMessage(page, thanks)).toBeVisible();
  await expect(summary(page)).toBeHidden();
  expect(await storedInquiries(site)).toEqual([inquiry]);
});

test('keeps the honeypot away from people and their browsers', async ({ page }) => {
  await openForm(page);
  await expect(honeypot(page)).not.toBeInViewport();
  await expect(honeypot(page)).toHaveAttribute('tabindex', '-1');
  await expect(honeypot(page)).toHaveAttribute('autocomplete', 'off');
  await expect(page.getByRole('textbox', { name: 'Leave this empty' })).toHaveCount(0);

  await textBox(page, 'Message').press('Tab');
  await expect(submitButton(page)).toBeFocused();
});
