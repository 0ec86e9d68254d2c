import { contact } from '../../src/content/contact.ts';
import { firm } from '../../src/content/firm.ts';
import { allowConsoleError } from './fixtures/allow-console-error.ts';
import {
  interceptSubmissions,
  failedRequestMessage,
  fillForm,
  inquiry,
  inlineMessage,
  respondUnavailable,
  submitUntilFailure,
  submitButton,
  textBox,
  successMessage,
} from './fixtures/inquiry-form.ts';
import { expect, test, testWithRateLimit } from './fixtures/site.ts';

const emailLinkName = contact.emailFallback.link;

test('a failed form offers an e-mail with the typed values until it is sent', async ({
  page,
  consoleMessages,
}) => {
  await interceptSubmissions(page, (route, nth) =>
    nth > 3 ? route.continue() : respondUnavailable(route),
  );
  await submitUntilFailure(page, { ...inquiry, message: 'Is 50% & more possible?\nשלום 👋' });

  const link = page.locator('form').getByRole('link', { name: emailLinkName });
  const { protocol, pathname, searchParams } = new URL(String(await link.getAttribute('href')));
  expect(protocol + pathname).toBe(`mailto:${firm.email}`);
  expect(searchParams.get('subject')).toBe('Partnership inquiry');
  expect(searchParams.get('body')).toContain('Company: Northquay Cold Storage\r\n');
  expect(searchParams.get('body')).toContain('Persona: Operator / Executive\r\n');
  expect(searchParams.get('body')).toMatch(/Message: Is 50% & more possible\?\r\nשלום 👋$/);
  await expect(page.getByText(contact.emailFallback.shortened)).toBeHidden();

  await submitButton(page).click();
  await expect(inlineMessage(page, successMessage)).toBeVisible();
  await expect(link).toBeHidden();
  allowConsoleError(consoleMessages, failedRequestMessage);
});

test('the form warns if the e-mail contains only the beginning of the message', async ({
  page,
  consoleMessages,
}) => {
  await interceptSubmissions(page, respondUnavailable);
  await submitUntilFailure(page, { ...inquiry, message: 'A long story. '.repeat(300) });
  await expect(page.getByText(contact.emailFallback.shortened)).toBeVisible();
  const link = page.locator('form').getByRole('link', { name: emailLinkName });
  expect((await link.getAttribute('href'))?.length).toBeLessThanOrEqual(2000);
  allowConsoleError(consoleMessages, failedRequestMessage);
});

testWithRateLimit.describe('without script', () => {
  testWithRateLimit.use({ javaScriptEnabled: false });

  testWithRateLimit('a rejected form offers the e-mail too', async ({ page, consoleMessages }) => {
    await page.goto('/contact');
    await fillForm(page);
    await submitButton(page).click();
    await expect(inlineMessage(page, successMessage)).toBeVisible();
    await page.goto('/contact');
    await fillForm(page, { ...inquiry, role: 'Chair' });
    await submitButton(page).click();

    const link = page.locator('form').getByRole('link', { name: emailLinkName });
    const { searchParams } = new URL(String(await link.getAttribute('href')));
    expect(searchParams.get('body')).toContain('Role: Chair\r\n');
    await expect(textBox(page, 'Role')).toHaveValue('Chair');
    allowConsoleError(consoleMessages, failedRequestMessage);
  });
});
