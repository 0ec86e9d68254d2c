import type { Page } from '@playwright/test';
import { contact } from '../../src/content/contact.ts';
import { failureMessage, receivedMessage, respondUnavailable } from './fixtures/inquiry-form.ts';
import { expect, test } from './fixtures/site.ts';

const { help, investorNotice } = contact.form;

/** Returns the names of the form's elements that browsers tell screen readers are invalid. */
const findInvalid = (page: Page) =>
  page
    .locator('form')
    .locator(':invalid, [aria-invalid=true]')
    .evaluateAll((elements) => elements.map(({ id, tagName }) => id || tagName));

test('no untouched field is invalid, also after a success', async ({ page, form }) => {
  await form.open();
  expect(await findInvalid(page)).toEqual([]);
  await form.submit();
  await expect(form.outcome).toBeVisible();
  expect(await findInvalid(page)).toEqual([]);
});

test('help is heard once, and the notice to investors at both fields', async ({ page, form }) => {
  await form.open();
  await expect(form.field('Message')).toHaveAccessibleDescription(contact.form.messageHelp);
  await expect(form.field('Company Size')).toHaveAccessibleDescription('');
  await form.persona.selectOption('founder');
  await expect(form.field('Funding Stage')).toHaveAccessibleDescription('');
  await expect(form.field('Funding Amount')).toHaveAccessibleDescription('');
  const { helpLabel, amount } = contact.form;
  const helpButton = page.getByRole('button', { name: helpLabel(amount) });
  await helpButton.click();
  await expect(helpButton).toHaveAccessibleDescription(help.investmentAmount.founder);
  await form.persona.selectOption('investor');
  for (const name of ['Investment Focus', 'Investment Range'])
    await expect(form.field(name)).toHaveAccessibleDescription(investorNotice);
});

test("the form's heading is heard once before its group", async ({ page, form }) => {
  await form.open();
  const { heading } = contact.form;
  await expect(page.getByRole('group', { name: heading })).toBeVisible();
  await expect(page.getByText(heading, { exact: true })).toHaveCount(1);
});

test('focus moves from the button to the status, then to the outcome', async ({ form }) => {
  const release = await form.holdSubmissions();
  await form.open();
  // Screen readers read an empty element that can have the focus.
  await expect(form.status).not.toHaveAttribute('tabindex');
  await form.fill();
  await form.submitButton.press('Enter');
  await expect(form.status).toBeFocused();
  await expect(form.status).toHaveText(contact.form.submitting);
  release();
  await expect(form.outcome).toBeFocused();
  await expect(form.outcome).toHaveAccessibleName(receivedMessage);
  await expect(form.outcome).toHaveAccessibleDescription(
    /received\. .*reviewed it\. .*if qualified\.$/,
  );
  await expect(form.status).not.toHaveAttribute('tabindex');
});

test('a failure is heard with the next step, and Tab leads to it', async ({ page, form }) => {
  await form.intercept(respondUnavailable);
  await form.submitUntilFailure();
  await expect(form.outcome).toBeFocused();
  await expect(form.outcome).toHaveAccessibleName(failureMessage);
  await expect(form.outcome).toHaveAccessibleDescription(
    new RegExp(`${contact.emailFallback.link}$`),
  );
  await page.keyboard.press('Tab');
  await expect(page.getByRole('link', { name: contact.emailFallback.link })).toBeFocused();
});

test('at 400 % zoom, Tab from the message leads to a visible button', async ({ page, form }) => {
  await page.setViewportSize({ width: 320, height: 256 });
  await form.open();
  await form.field('Message').focus();
  await page.keyboard.press('Tab');
  await expect(form.submitButton).toBeFocused();
  await expect(form.submitButton).toBeInViewport({ ratio: 1 });
});
