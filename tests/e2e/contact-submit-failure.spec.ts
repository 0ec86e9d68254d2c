import { contact } from '../../src/content/contact.ts';
import { firm } from '../../src/content/firm.ts';
import { skipDelays } from './fixtures/clock.ts';
import { readAnnouncements, recordAnnouncements } from './fixtures/announcements.ts';
import { hydrate } from './fixtures/hydrate.ts';
import {
  confirmationUrl,
  expectFormValues,
  expectSuccess,
  failureMessage,
  fieldError,
  errorSummary,
  fillForm,
  hideTab,
  inlineMessage,
  inquiry,
  interceptSubmissions,
  openForm,
  outcome,
  respondUnavailable,
  storedInquiries,
  submitButton,
  submitForm,
  submitUntilFailure,
  textBox,
  toast,
} from './fixtures/inquiry-form.ts';
import { expect, test } from './fixtures/site.ts';

test('a form that fails, also in a background tab, announces it, keeps its values and offers an e-mail until it is sent, with a new key if it is changed', async ({
  page,
  site,
}) => {
  const requests = await interceptSubmissions(page, (route, nth) =>
    nth > 3 ? route.continue() : respondUnavailable(route),
  );
  const typed = { ...inquiry, message: 'Is 50% & more possible?\nשלום 👋' };
  await page.clock.install();
  await openForm(page);
  await fillForm(page, typed);
  await hideTab(page);
  await recordAnnouncements(page);
  await submitButton(page).click();
  await skipDelays(page, inlineMessage(page, failureMessage));
  await expect(toast(page, failureMessage)).toBeVisible();
  expect(await readAnnouncements(page)).toEqual([contact.form.submitting, failureMessage]);
  await expect(submitButton(page)).toBeEnabled();
  await expectFormValues(page, typed);
  const keys = requests.map(({ key }) => key);
  expect(keys).toEqual([keys[0], keys[0], keys[0]]);
  expect(await site.inquiries()).toEqual([]);

  const link = page.locator('form').getByRole('link', { name: contact.emailFallback.link });
  const { protocol, pathname, searchParams } = new URL(String(await link.getAttribute('href')));
  expect(protocol + pathname).toBe(`mailto:${firm.email}`);
  expect(searchParams.get('body')).toMatch(/Message: Is 50% & more possible\?\r\nשלום 👋$/);
  await expect(page.getByText(contact.emailFallback.shortened)).toBeHidden();

  await textBox(page, 'Role').fill('Chair');
  await submitButton(page).click();
  await expectSuccess(page);
  await expect(link).toBeHidden();
  expect(requests[3]?.key).not.toBe(requests[2]?.key);
  expect(await storedInquiries(site)).toEqual([{ ...typed, role: 'Chair' }]);
});

test('a form whose responses are lost keeps its key, also after a reload and a visit to another page, and is stored once', async ({
  page,
  site,
}) => {
  const requests = await interceptSubmissions(page, async (route, nth) => {
    if (nth > 7) return route.continue();
    await route.fetch();
    await route.abort('connectionreset');
  });
  await submitUntilFailure(page);
  await page.reload();
  await hydrate(page);
  await expectFormValues(page);
  await submitButton(page).click();
  await skipDelays(page, inlineMessage(page, failureMessage));
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Home' }).click();
  await expect(page).toHaveURL('/');
  await page.goBack();
  await expectFormValues(page);
  // The first of these requests fails, the second succeeds.
  await submitButton(page).click();
  await expect(inlineMessage(page, failureMessage)).toBeHidden();
  await expect(toast(page, failureMessage)).toBeHidden();
  await skipDelays(page, inlineMessage(page, contact.outcome.received));

  expect(requests).toHaveLength(8);
  expect(new Set(requests.map(({ key }) => key)).size).toBe(1);
  expect(await storedInquiries(site)).toEqual([inquiry]);
});

test('a validation error of the server is shown under its field', async ({ page }) => {
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
});

test('a form above the rate limit is sent once, keeps its values and offers a shortened e-mail', async ({
  page,
}) => {
  const requests = await interceptSubmissions(page, (route) =>
    route.fulfill({
      status: 429,
      headers: { 'retry-after': '3600' },
      json: { error: 'Too many inquiries', limit: 'network' },
    }),
  );
  const long = { ...inquiry, message: 'A long story. '.repeat(300).trim() };
  await openForm(page);
  await submitForm(page, long);
  await expect(toast(page, failureMessage)).toBeVisible();
  await expect(inlineMessage(page, contact.errors.form('tooMany').heading)).toBeVisible();
  const advice = `Please try again in an hour, or write to ${firm.email}`;
  await expect(page.locator('form').getByText(advice)).toBeVisible();
  await expect(page.getByText(contact.emailFallback.shortened)).toBeVisible();
  await expect(submitButton(page)).toBeEnabled();
  await expectFormValues(page, long);
  expect(requests).toHaveLength(1);
});

test('where something blocks the API, the failure offers to send the form another way, which stores it once', async ({
  page,
  site,
}) => {
  await page.route('**/api/**', async (route) => {
    await route.fetch(); // Stored, unknown to the page.
    await route.abort('blockedbyclient');
  });
  await submitUntilFailure(page);
  await expect(outcome(page)).toBeFocused();
  await expect(page.getByRole('link', { name: contact.emailFallback.link })).toBeVisible();
  await page.getByRole('button', { name: 'Send another way' }).click();
  await expect(page).toHaveURL(confirmationUrl);
  await expectSuccess(page);
  expect(await storedInquiries(site)).toEqual([inquiry]);
});

test('a failure that the server reports offers no other way', async ({ page }) => {
  await interceptSubmissions(page, respondUnavailable);
  await submitUntilFailure(page);
  await expect(page.getByRole('button', { name: 'Send another way' })).toBeHidden();
});
