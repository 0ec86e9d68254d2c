import type { Page, Route } from '@playwright/test';
import { forgive } from './fixtures/allow-console-error.ts';
import { takeOver } from './fixtures/hydrate.ts';
import {
  answerCall,
  expectFilledIn,
  failedRequest,
  fillIn,
  hideTab,
  inquiry,
  lastingMessage,
  openForm,
  refuse,
  regret,
  type SentRequest,
  sendInVain,
  skipPausesUntil,
  storedInquiries,
  submitButton,
  textBox,
  thanks,
  toast,
} from './fixtures/inquiry-form.ts';
import { expect, type RunningSite, test } from './fixtures/site.ts';

test('tries three times, a second apart and with one key, then says that it failed', async ({
  page,
  site,
  consoleMessages,
}) => {
  const sentAt: number[] = [];
  const requests = await answerCall(page, async (route) => {
    sentAt.push(await page.evaluate(() => Date.now())); // By the page's clock.
    await refuse(route);
  });
  await sendInVain(page);

  await expect(toast(page, regret)).toBeVisible();
  await expect(submitButton(page)).toBeEnabled();
  await expectFilledIn(page);

  const [first, second, third] = sentAt;
  expect(requests).toHaveLength(3);
  expect(Number(second) - Number(first)).toBeGreaterThanOrEqual(1000);
  expect(Number(third) - Number(second)).toBeGreaterThanOrEqual(1000);
  const keys = requests.map(({ key }) => key);
  expect(keys[0]).toMatch(/^[!-~]{1,255}$/);
  expect(new Set(keys).size).toBe(1);
  expect(await site.inquiries()).toEqual([]);
  forgive(consoleMessages, failedRequest);
});

test('stores one inquiry when the first answer is lost on its way', async ({
  page,
  site,
  consoleMessages,
}) => {
  const requests = await answerCall(page, async (route, nth) => {
    if (nth > 1) return route.continue();
    await route.fetch();
    await route.abort('connectionreset');
  });
  await page.clock.install();
  await openForm(page);
  await fillIn(page);
  await submitButton(page).click();

  await skipPausesUntil(page, lastingMessage(page, thanks));
  expect(requests).toHaveLength(2);
  expect(await storedInquiries(site)).toEqual([inquiry]);
  forgive(consoleMessages, failedRequest);
});

/** The first three, after the server has stored what they brought. */
async function loseAnswers(route: Route, nth: number) {
  if (nth > 3) return route.continue();
  await route.fetch();
  await route.abort('connectionreset');
}

/** After answers that were lost: it is thanked for, and its requests had one key. */
async function expectStoredOnce(page: Page, site: RunningSite, requests: SentRequest[]) {
  await expect(lastingMessage(page, thanks)).toBeVisible();
  expect(requests).toHaveLength(4);
  expect(new Set(requests.map(({ key }) => key)).size).toBe(1);
  expect(await storedInquiries(site)).toEqual([inquiry]);
}

test('repeats an unchanged form under its key, and stores it once', async ({
  page,
  site,
  consoleMessages,
}) => {
  const requests = await answerCall(page, loseAnswers);
  await sendInVain(page);
  await submitButton(page).click();

  await expectStoredOnce(page, site, requests);
  await expect(lastingMessage(page, regret)).toBeHidden();
  await expect(toast(page, regret)).toBeHidden();
  forgive(consoleMessages, failedRequest);
});

test('repeats it under its key after a reload, too, and stores it once', async ({
  page,
  site,
  consoleMessages,
}) => {
  const requests = await answerCall(page, loseAnswers);
  await sendInVain(page);
  await page.reload();
  await takeOver(page);
  await expectFilledIn(page);
  await submitButton(page).click();

  await expectStoredOnce(page, site, requests);
  forgive(consoleMessages, failedRequest);
});

test('repeats it under its key after a visit to another page, too, and stores it once', async ({
  page,
  site,
  consoleMessages,
}) => {
  const requests = await answerCall(page, loseAnswers);
  await sendInVain(page);
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Home' }).click();
  await expect(page).toHaveURL('/');
  await page.goBack();
  await expectFilledIn(page);
  await submitButton(page).click();

  await expectStoredOnce(page, site, requests);
  forgive(consoleMessages, failedRequest);
});

test('gives a form that was changed after a failure a key of its own', async ({
  page,
  site,
  consoleMessages,
}) => {
  const requests = await answerCall(page, (route, nth) =>
    nth > 3 ? route.continue() : refuse(route),
  );
  await sendInVain(page);
  await textBox(page, 'Role').fill('Chair');
  await submitButton(page).click();

  await expect(lastingMessage(page, thanks)).toBeVisible();
  expect(requests[3]?.key).not.toBe(requests[2]?.key);
  expect(await storedInquiries(site)).toEqual([{ ...inquiry, role: 'Chair' }]);
  forgive(consoleMessages, failedRequest);
});

test('ends in the failure when an answer is not JSON', async ({ page, consoleMessages }) => {
  const requests = await answerCall(page, (route) =>
    route.fulfill({ status: 502, contentType: 'text/html', body: '<h1>Bad gateway</h1>' }),
  );
  await sendInVain(page);
  await expect(toast(page, regret)).toBeVisible();
  await expectFilledIn(page);
  expect(requests).toHaveLength(3);
  forgive(consoleMessages, failedRequest);
});

test('ends in the failure when the visitor is offline, and works again after that', async ({
  page,
  context,
  site,
  consoleMessages,
}) => {
  await page.clock.install();
  await openForm(page);
  await fillIn(page);
  await context.setOffline(true);
  await submitButton(page).click();
  await skipPausesUntil(page, lastingMessage(page, regret));
  await expect(toast(page, regret)).toBeVisible();
  await expectFilledIn(page);
  forgive(consoleMessages, /^error: Failed to load resource: net::ERR_INTERNET_DISCONNECTED$/);

  await context.setOffline(false);
  await submitButton(page).click();
  await expect(lastingMessage(page, thanks)).toBeVisible();
  expect(await storedInquiries(site)).toEqual([inquiry]);
});

test('ends in the failure in a tab that is hidden meanwhile', async ({ page, consoleMessages }) => {
  const requests = await answerCall(page, refuse);
  await page.clock.install();
  await openForm(page);
  await fillIn(page);
  await hideTab(page);
  await submitButton(page).click();

  await skipPausesUntil(page, lastingMessage(page, regret));
  await expect(toast(page, regret)).toBeVisible();
  expect(requests).toHaveLength(3);
  forgive(consoleMessages, failedRequest);
});
