import type { Page, Route } from '@playwright/test';
import { allowConsoleError } from './fixtures/allow-console-error.ts';
import { hydrate } from './fixtures/hydrate.ts';
import {
  interceptSubmissions,
  expectFormValues,
  failedRequestMessage,
  fillForm,
  hideTab,
  inquiry,
  inlineMessage,
  openForm,
  respondUnavailable,
  failureMessage,
  type SentRequest,
  submitUntilFailure,
  skipRetryDelays,
  storedInquiries,
  submitButton,
  textBox,
  successMessage,
  toast,
} from './fixtures/inquiry-form.ts';
import { expect, type RunningSite, test } from './fixtures/site.ts';

test('the form tries three times, a second apart with one key, then shows the failure', async ({
  page,
  site,
  consoleMessages,
}) => {
  const sentAt: number[] = [];
  const requests = await interceptSubmissions(page, async (route) => {
    sentAt.push(await page.evaluate(() => Date.now())); // The page's fake clock.
    await respondUnavailable(route);
  });
  await submitUntilFailure(page);

  await expect(toast(page, failureMessage)).toBeVisible();
  await expect(submitButton(page)).toBeEnabled();
  await expectFormValues(page);

  const [first, second, third] = sentAt;
  expect(requests).toHaveLength(3);
  expect(Number(second) - Number(first)).toBeGreaterThanOrEqual(1000);
  expect(Number(third) - Number(second)).toBeGreaterThanOrEqual(1000);
  const keys = requests.map(({ key }) => key);
  expect(keys[0]).toMatch(/^[!-~]{1,255}$/);
  expect(new Set(keys).size).toBe(1);
  expect(await site.inquiries()).toEqual([]);
  allowConsoleError(consoleMessages, failedRequestMessage);
});

test('a lost response stores one inquiry', async ({ page, site, consoleMessages }) => {
  const requests = await interceptSubmissions(page, async (route, nth) => {
    if (nth > 1) return route.continue();
    await route.fetch();
    await route.abort('connectionreset');
  });
  await page.clock.install();
  await openForm(page);
  await fillForm(page);
  await submitButton(page).click();

  await skipRetryDelays(page, inlineMessage(page, successMessage));
  expect(requests).toHaveLength(2);
  expect(await storedInquiries(site)).toEqual([inquiry]);
  allowConsoleError(consoleMessages, failedRequestMessage);
});

/** Drops the first three responses after the server has stored the inquiry. */
async function dropFirstResponses(route: Route, nth: number) {
  if (nth > 3) return route.continue();
  await route.fetch();
  await route.abort('connectionreset');
}

/** Expects success, and one stored inquiry from four requests with one key. */
async function expectStoredOnce(page: Page, site: RunningSite, requests: SentRequest[]) {
  await expect(inlineMessage(page, successMessage)).toBeVisible();
  expect(requests).toHaveLength(4);
  expect(new Set(requests.map(({ key }) => key)).size).toBe(1);
  expect(await storedInquiries(site)).toEqual([inquiry]);
}

test('an unchanged form is sent again with its key and stored once', async ({
  page,
  site,
  consoleMessages,
}) => {
  const requests = await interceptSubmissions(page, dropFirstResponses);
  await submitUntilFailure(page);
  await submitButton(page).click();

  await expectStoredOnce(page, site, requests);
  await expect(inlineMessage(page, failureMessage)).toBeHidden();
  await expect(toast(page, failureMessage)).toBeHidden();
  allowConsoleError(consoleMessages, failedRequestMessage);
});

test('an unchanged form keeps its key after a reload', async ({ page, site, consoleMessages }) => {
  const requests = await interceptSubmissions(page, dropFirstResponses);
  await submitUntilFailure(page);
  await page.reload();
  await hydrate(page);
  await expectFormValues(page);
  await submitButton(page).click();

  await expectStoredOnce(page, site, requests);
  allowConsoleError(consoleMessages, failedRequestMessage);
});

test('an unchanged form keeps its key after a visit to another page', async ({
  page,
  site,
  consoleMessages,
}) => {
  const requests = await interceptSubmissions(page, dropFirstResponses);
  await submitUntilFailure(page);
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Home' }).click();
  await expect(page).toHaveURL('/');
  await page.goBack();
  await expectFormValues(page);
  await submitButton(page).click();

  await expectStoredOnce(page, site, requests);
  allowConsoleError(consoleMessages, failedRequestMessage);
});

test('a form that is changed after a failure gets a new key', async ({
  page,
  site,
  consoleMessages,
}) => {
  const requests = await interceptSubmissions(page, (route, nth) =>
    nth > 3 ? route.continue() : respondUnavailable(route),
  );
  await submitUntilFailure(page);
  await textBox(page, 'Role').fill('Chair');
  await submitButton(page).click();

  await expect(inlineMessage(page, successMessage)).toBeVisible();
  expect(requests[3]?.key).not.toBe(requests[2]?.key);
  expect(await storedInquiries(site)).toEqual([{ ...inquiry, role: 'Chair' }]);
  allowConsoleError(consoleMessages, failedRequestMessage);
});

test('a response that is not JSON shows the failure', async ({ page, consoleMessages }) => {
  const requests = await interceptSubmissions(page, (route) =>
    route.fulfill({ status: 502, contentType: 'text/html', body: '<h1>Bad gateway</h1>' }),
  );
  await submitUntilFailure(page);
  await expect(toast(page, failureMessage)).toBeVisible();
  await expectFormValues(page);
  expect(requests).toHaveLength(3);
  allowConsoleError(consoleMessages, failedRequestMessage);
});

test('an offline visitor sees the failure and can send the form once online', async ({
  page,
  context,
  site,
  consoleMessages,
}) => {
  await page.clock.install();
  await openForm(page);
  await fillForm(page);
  await context.setOffline(true);
  await submitButton(page).click();
  await skipRetryDelays(page, inlineMessage(page, failureMessage));
  await expect(toast(page, failureMessage)).toBeVisible();
  await expectFormValues(page);
  allowConsoleError(
    consoleMessages,
    /^error: Failed to load resource: net::ERR_INTERNET_DISCONNECTED$/,
  );

  await context.setOffline(false);
  await submitButton(page).click();
  await expect(inlineMessage(page, successMessage)).toBeVisible();
  expect(await storedInquiries(site)).toEqual([inquiry]);
});

test('a form in a background tab still retries and shows the failure', async ({
  page,
  consoleMessages,
}) => {
  const requests = await interceptSubmissions(page, respondUnavailable);
  await page.clock.install();
  await openForm(page);
  await fillForm(page);
  await hideTab(page);
  await submitButton(page).click();

  await skipRetryDelays(page, inlineMessage(page, failureMessage));
  await expect(toast(page, failureMessage)).toBeVisible();
  expect(requests).toHaveLength(3);
  allowConsoleError(consoleMessages, failedRequestMessage);
});
