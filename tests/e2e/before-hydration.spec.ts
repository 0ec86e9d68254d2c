import type { Page } from '@playwright/test';
import { contact } from '../../src/content/contact.ts';
import { firm } from '../../src/content/firm.ts';
import { allowConsoleError } from './fixtures/allow-console-error.ts';
import { holdRequests } from './fixtures/hold-requests.ts';
import { hydrateScript, hydrate } from './fixtures/hydrate.ts';
import {
  fillForm,
  inquiry,
  inlineMessage,
  fieldError,
  storedInquiries,
  submitButton,
  errorSummary,
  textBox,
  successMessage,
  confirmationUrl,
} from './fixtures/inquiry-form.ts';
import { expect, test } from './fixtures/site.ts';

const heading = (page: Page) => page.getByRole('heading', { level: 1 });
const helpButton = (page: Page) => page.getByRole('button', { name: 'Why we ask about timeline' });
const helpText = contact.form.help.timeline;
const copyButton = (page: Page) => page.getByRole('button', { name: 'Copy' });
const isPost = (method: string) => method === 'POST';

/** Chromium's console message for blocked scripts and documents. */
const failedLoadMessage = /^error: Failed to load resource/;

test.describe('after a reload, Back shows the page of the URL', () => {
  test.beforeEach(async ({ page }) => {
    await page.goto('/about');
    await hydrate(page);
    await page.getByRole('link', { name: 'Platform' }).first().click();
    await expect(page).toHaveURL('/platform');
  });

  test('before hydration and after it', async ({ page }) => {
    await page.reload();
    await page.goBack();
    await expect(page).toHaveURL('/about');
    await expect(heading(page)).toHaveText('Who We Are');
    await hydrate(page);
    await expect(heading(page)).toHaveText('Who We Are');
    await page.goForward();
    await expect(page).toHaveURL('/platform');
    await expect(heading(page)).not.toHaveText('Who We Are');
  });

  test('if the hydration script cannot be loaded', async ({ page, consoleMessages }) => {
    await page.route(hydrateScript, (route) => route.abort());
    await page.reload();
    await page.mouse.move(100, 100);
    await page.goBack();
    await expect(heading(page)).toHaveText('Who We Are');
    allowConsoleError(consoleMessages, failedLoadMessage);
  });
});

test('a tab replaces the history entry, as it does after hydration', async ({ page }) => {
  await holdRequests(page, hydrateScript);
  await page.goto('/about');
  await page.goto('/platform');
  await page.getByRole('link', { name: 'For Sponsors/GPs' }).click();
  await expect(page).toHaveURL('/platform#sponsors');
  await expect(page.getByText('Operating support for sponsors')).toBeVisible();
  await page.goBack();
  await expect(page).toHaveURL('/about');
});

test('a double click on the native form stores one inquiry', async ({ page, site }) => {
  await holdRequests(page, hydrateScript);
  await page.goto('/contact');
  await fillForm(page);
  await submitButton(page).dblclick();
  await expect(page).toHaveURL(confirmationUrl);
  expect(await storedInquiries(site)).toEqual([inquiry]);
});

test('the confirmation page ignores a second click of the submission', async ({ page, site }) => {
  await holdRequests(page, hydrateScript);
  await page.addInitScript(() => {
    addEventListener('DOMContentLoaded', () => {
      if (document.getElementById('sent')) document.forms[0]?.requestSubmit();
    });
  });
  await page.goto('/contact');
  await fillForm(page);
  await submitButton(page).click();
  await expect(page).toHaveURL(confirmationUrl);
  await page.waitForLoadState();
  await expect(inlineMessage(page, successMessage)).toBeVisible();
  await expect(submitButton(page)).toBeEnabled();
  expect(await storedInquiries(site)).toEqual([inquiry]);
});

test('the button reads "Submitting..." during a native submission, until Back restores the page from the cache', async ({
  page,
}) => {
  await holdRequests(page, hydrateScript);
  await page.goto('/contact');
  await fillForm(page);
  await page.route('**/contact', () => undefined);
  const states = await submitButton(page).evaluate((button: HTMLButtonElement) => {
    const state = () => [button.textContent, button.disabled];
    button.form?.requestSubmit();
    const during = state();
    dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }));
    return [during, state()];
  });
  expect(states).toEqual([
    ['Submitting...', true],
    ['Send Inquiry', false],
  ]);
});

test('an inquiry whose response was lost before hydration is not stored again after it', async ({
  page,
  site,
  consoleMessages,
}) => {
  const release = await holdRequests(page, hydrateScript);
  await page.goto('/contact');
  await fillForm(page);
  await page.route('**/contact', async (route) => {
    if (!isPost(route.request().method())) return route.continue();
    await route.fetch({ maxRedirects: 0 });
    return route.abort();
  });
  await submitButton(page).click({ noWaitAfter: true });
  await expect.poll(async () => (await storedInquiries(site)).length).toBe(1);
  // page.waitForURL rejects when the navigation fails.
  await expect.poll(() => page.url()).toBe('chrome-error://chromewebdata/');
  release();
  await page.goto('/contact');
  await hydrate(page);
  await submitButton(page).click();
  await expect(inlineMessage(page, successMessage)).toBeVisible();
  expect(await storedInquiries(site)).toEqual([inquiry]);
  allowConsoleError(consoleMessages, failedLoadMessage);
});

test('a field that only fires change is saved in the draft', async ({ page }) => {
  await holdRequests(page, hydrateScript);
  await page.goto('/contact');
  await textBox(page, 'First Name').evaluate((input: HTMLInputElement) => {
    input.value = 'Ada';
    input.dispatchEvent(new Event('change', { bubbles: true }));
  });
  await page.reload();
  await expect(textBox(page, 'First Name')).toHaveValue('Ada');
});

test('hydration removes the error of a field that was filled before it', async ({
  page,
  consoleMessages,
}) => {
  const release = await holdRequests(page, hydrateScript);
  await page.goto('/contact');
  await fillForm(page, { ...inquiry, firstName: '', role: '' });
  await submitButton(page).click();
  await expect(fieldError(textBox(page, 'First Name'))).toHaveText('First name is required');
  await textBox(page, 'First Name').fill('Ada');
  release();
  await hydrate(page);
  await expect(fieldError(textBox(page, 'First Name'))).toBeHidden();
  await expect(errorSummary(page).getByRole('link')).toHaveText(['Role is required']);
  allowConsoleError(consoleMessages, failedLoadMessage);
});

test('a help button that is pressed before hydration opens its tooltip after it', async ({
  page,
}) => {
  const release = await holdRequests(page, hydrateScript);
  await page.goto('/contact');
  await helpButton(page).click();
  release();
  await expect(page.getByRole('tooltip')).toHaveText(helpText);
});

test('a Copy button that is pressed before hydration copies after it', async ({
  page,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const release = await holdRequests(page, hydrateScript);
  await page.goto('/contact');
  await copyButton(page).click();
  release();
  await expect(page.getByRole('complementary').getByRole('status')).toHaveText('Copied');
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(firm.email);
});

test('help texts are shown below their fields if the hydration script cannot be loaded', async ({
  page,
  consoleMessages,
}) => {
  await page.route(hydrateScript, (route) => route.abort());
  await page.goto('/contact');
  await helpButton(page).click();
  await expect(page.getByText(helpText)).toBeVisible();
  await expect(helpButton(page)).toBeHidden();
  await expect(copyButton(page)).toBeHidden();
  allowConsoleError(consoleMessages, failedLoadMessage);
});

test('help texts are shown below their fields if the hydration script does not arrive', async ({
  page,
}) => {
  await page.clock.install();
  const release = await holdRequests(page, hydrateScript);
  await page.goto('/contact');
  await helpButton(page).click();
  await page.clock.runFor(10_000);
  await expect(page.getByText(helpText)).toBeVisible();
  release();
  await hydrate(page);
  await expect(helpButton(page)).toBeVisible();
});

test('the hydration script is requested again on the next intent after a failure', async ({
  page,
  consoleMessages,
}) => {
  await page.route(hydrateScript, (route) => route.abort());
  await page.goto('/contact');
  await textBox(page, 'First Name').fill('Ada');
  await expect(helpButton(page)).toBeHidden();
  await page.unroute(hydrateScript);
  await expect(async () => {
    await page.keyboard.press('Shift');
    await expect(page.locator('[data-hydrated]')).toBeAttached({ timeout: 100 });
  }).toPass();
  await expect(textBox(page, 'First Name')).toHaveValue('Ada');
  allowConsoleError(consoleMessages, failedLoadMessage);
});

test('the page is reloaded once, with its draft, if hydration fails twice', async ({
  page,
  consoleMessages,
}) => {
  let documents = 0;
  page.on('request', (request) => {
    if (request.isNavigationRequest()) documents += 1;
  });
  await page.route(hydrateScript, (route) => (documents > 1 ? route.continue() : route.abort()));
  await page.goto('/contact');
  await textBox(page, 'First Name').fill('Ada');
  await expect(async () => {
    await page.keyboard.press('Shift');
    await expect(page.locator('[data-hydrated]')).toBeAttached({ timeout: 100 });
  }).toPass();
  expect(documents).toBe(2);
  await expect(textBox(page, 'First Name')).toHaveValue('Ada');
  allowConsoleError(consoleMessages, failedLoadMessage);
});

test('an unexpected error during hydration is reported', async ({ page, consoleMessages }) => {
  await page.addInitScript(() => {
    history.replaceState = () => {
      throw new TypeError('unexpected');
    };
  });
  await page.goto('/about');
  await page.keyboard.press('Shift');
  await expect.poll(() => consoleMessages.join()).toContain('uncaught: TypeError: unexpected');
  allowConsoleError(consoleMessages, /^uncaught: TypeError: unexpected/);
});
