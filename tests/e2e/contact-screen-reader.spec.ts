import type { Page } from '@playwright/test';
import { contact } from '../../src/content/contact.ts';
import {
  failureMessage,
  fillForm,
  holdSubmissions,
  interceptSubmissions,
  openForm,
  outcome,
  receivedMessage,
  respondUnavailable,
  selectBox,
  submitButton,
  submitForm,
  submitUntilFailure,
  textBox,
} from './fixtures/inquiry-form.ts';
import { expect, test } from './fixtures/site.ts';

const { help, investorNotice } = contact.form;

/** Returns the names of the form's elements that browsers tell screen readers are invalid. */
const findInvalid = (page: Page) =>
  page
    .locator('form')
    .locator(':invalid, [aria-invalid=true]')
    .evaluateAll((elements) => elements.map(({ id, tagName }) => id || tagName));

test('no untouched field is invalid, also after a success', async ({ page }) => {
  await openForm(page);
  expect(await findInvalid(page)).toEqual([]);
  await submitForm(page);
  await expect(outcome(page)).toBeVisible();
  expect(await findInvalid(page)).toEqual([]);
});

test('a founder hears the text for founders alone, an investor the notice with both fields, and help is heard once', async ({
  page,
}) => {
  await openForm(page);
  await expect(selectBox(page, 'Company Size')).toHaveAccessibleDescription('');
  await selectBox(page, contact.form.persona).selectOption('founder');
  await expect(textBox(page, 'Funding Stage')).toHaveAccessibleDescription('');
  await expect(textBox(page, 'Funding Amount')).toHaveAccessibleDescription('');
  const helpButton = page.getByRole('button', {
    name: contact.form.helpLabel(contact.form.amount),
  });
  await helpButton.click();
  await expect(helpButton).toHaveAccessibleDescription(help.investmentAmount.founder);
  await selectBox(page, contact.form.persona).selectOption('investor');
  for (const name of ['Investment Focus', 'Investment Range'])
    await expect(textBox(page, name)).toHaveAccessibleDescription(investorNotice);
});

test.describe('without script', () => {
  test.use({ javaScriptEnabled: false });

  test('help describes its field', async ({ page }) => {
    await page.goto('/contact');
    await expect(selectBox(page, 'Company Size')).toHaveAccessibleDescription(help.companySize);
    await selectBox(page, contact.form.persona).selectOption('founder');
    await expect(textBox(page, 'Funding Amount')).toHaveAccessibleDescription(
      help.investmentAmount.founder,
    );
  });
});

test('focus moves from the button to the status line, and from there to the outcome with all that it says', async ({
  page,
}) => {
  const release = await holdSubmissions(page);
  await openForm(page);
  await fillForm(page);
  await submitButton(page).press('Enter');
  await expect(page.locator('form + [role=status]')).toBeFocused();
  await expect(page.locator('form + [role=status]')).toHaveText(contact.form.submitting);
  release();
  await expect(outcome(page)).toBeFocused();
  await expect(outcome(page)).toHaveAccessibleName(receivedMessage);
  await expect(outcome(page)).toHaveAccessibleDescription(
    new RegExp(contact.outcome.receipt.join('.*')),
  );
});

test('a failure is heard with the next step, and Tab leads to it', async ({ page }) => {
  await interceptSubmissions(page, respondUnavailable);
  await submitUntilFailure(page);
  await expect(outcome(page)).toBeFocused();
  await expect(outcome(page)).toHaveAccessibleName(failureMessage);
  await expect(outcome(page)).toHaveAccessibleDescription(
    new RegExp(`${contact.emailFallback.link}$`),
  );
  await page.keyboard.press('Tab');
  await expect(page.getByRole('link', { name: contact.emailFallback.link })).toBeFocused();
});

test('Tab from the message leads to a button on the screen, at 400 % zoom', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 256 });
  await openForm(page);
  await textBox(page, 'Message').focus();
  await page.keyboard.press('Tab');
  await expect(submitButton(page)).toBeFocused();
  await expect(submitButton(page)).toBeInViewport({ ratio: 1 });
});
