import type { Page } from '@playwright/test';
import { allowConsoleError } from './fixtures/allow-console-error.ts';
import { breakDocument, breakPage } from './fixtures/break-page.ts';
import { hydrate } from './fixtures/hydrate.ts';
import { expect, test } from './fixtures/site.ts';

const aboutScript = '**/assets/about-*.js';
/** By key: a pointer would rest on the next document and have it taken over. */
const followLink = (page: Page, name: string) =>
  page.getByRole('banner').getByRole('link', { name }).press('Enter');
const heading = (page: Page) => page.getByRole('heading', { level: 1 });

/** The documents that the browser asks the server for, from now on. */
function recordDocuments(page: Page) {
  const documents: string[] = [];
  page.on('request', (request) => {
    if (request.isNavigationRequest()) documents.push(new URL(request.url()).pathname);
  });
  return documents;
}

test.describe('a page that fails while it is rendered', () => {
  test.beforeEach(async ({ page }) => {
    await breakPage(page, aboutScript);
  });

  test('shows the route’s error screen with a way back', async ({ page, consoleMessages }) => {
    await page.goto('/');
    await hydrate(page);
    await followLink(page, 'About');
    await expect(heading(page)).toHaveText('Unexpected Application Error!');
    await expect(page.getByText('broken on purpose')).toBeHidden();

    const documents = recordDocuments(page);
    await page.getByRole('main').getByRole('link').click();
    await expect(heading(page)).toContainText('Capital With Conviction.');
    expect(documents).toEqual(['/']);
    allowConsoleError(consoleMessages, /broken on purpose/);
  });

  test('shows it too where its document was fine', async ({ page, consoleMessages }) => {
    await page.goto('/about');
    await expect(heading(page)).toHaveText('Who We Are');
    await page.keyboard.press('Shift');
    await expect(heading(page)).toHaveText('Unexpected Application Error!');
    allowConsoleError(consoleMessages, /broken on purpose/);
  });
});

test('a failure outside the pages shows a screen that refreshes the page', async ({
  page,
  consoleMessages,
}) => {
  await breakDocument(page, '/about');
  await page.goto('/about');
  await page.keyboard.press('Shift');
  await expect(heading(page)).toHaveText('Something went wrong');
  await expect(
    page.getByText('We apologize for the inconvenience. Please try refreshing the page.'),
  ).toBeVisible();
  allowConsoleError(consoleMessages, /JSON/);

  await page.unroute('**/about');
  const documents = recordDocuments(page);
  await page.getByRole('button', { name: 'Refresh Page' }).click();
  await expect(heading(page)).toHaveText('Who We Are');
  expect(documents).toEqual(['/about']);
});

test.describe('a page whose script is gone after a deployment', () => {
  test('is shown after one reload', async ({ page, consoleMessages }) => {
    await page.route(aboutScript, (route) => route.fulfill({ status: 404 }));
    await page.goto('/');
    await hydrate(page);
    const documents = recordDocuments(page);
    const reloaded = page.waitForEvent('load');
    await followLink(page, 'About');
    await reloaded;
    allowConsoleError(consoleMessages, missingScriptMessage);

    await page.unroute(aboutScript);
    await expect(heading(page)).toHaveText('Who We Are');
    await hydrate(page);
    expect(documents).toEqual(['/about']);
  });

  test('is never reloaded in a loop where the script stays away', async ({
    page,
    consoleMessages,
  }) => {
    await page.route(aboutScript, (route) => route.fulfill({ status: 404 }));
    await page.goto('/');
    await hydrate(page);
    const documents = recordDocuments(page);
    await followLink(page, 'About');
    await expect(heading(page)).toHaveText('Who We Are');
    await expect.poll(() => documents).toEqual(['/about']);

    // The document can't be taken over, so it goes on as one.
    await page.waitForLoadState();
    const triedAgain = page.waitForResponse(aboutScript);
    await page.keyboard.press('Shift');
    await triedAgain;
    await followLink(page, 'Platform');
    await expect(page).toHaveURL('/platform');
    expect(documents).toEqual(['/about', '/platform']);

    await hydrate(page);
    await followLink(page, 'About');
    await expect(heading(page)).toHaveText('Who We Are');
    await expect.poll(() => documents).toEqual(['/about', '/platform', '/about']);
    allowConsoleError(consoleMessages, missingScriptMessage);
  });

  test('is told apart from being offline, where a reload would lose the site', async ({
    context,
    page,
    consoleMessages,
  }) => {
    await page.goto('/');
    await hydrate(page);
    const documents = recordDocuments(page);
    await context.setOffline(true);
    await followLink(page, 'About');
    await expect(heading(page)).toHaveText('Unexpected Application Error!');
    await expect(heading(page)).toBeFocused();
    await expect(page).toHaveTitle('Unexpected Application Error!');
    await expect(page.getByRole('main').getByRole('link')).toHaveCount(0);

    const tryAgain = page.getByRole('button', { name: 'Try again' });
    const failedAgain = page.waitForEvent('requestfailed', (request) =>
      /about-/.test(request.url()),
    );
    await tryAgain.click();
    await failedAgain;
    await expect(heading(page)).toBeFocused();
    await expect(heading(page)).toHaveText('Unexpected Application Error!');

    await context.setOffline(false);
    await tryAgain.click();
    await expect(heading(page)).toHaveText('Who We Are');
    await expect(heading(page)).toBeFocused();
    await expect(page).toHaveTitle(/^About/);
    await expect(page).toHaveURL('/about');
    expect(documents).toEqual([]);
    allowConsoleError(consoleMessages, /ERR_INTERNET_DISCONNECTED|PageScriptGone|dynamically imported/);
  });

  const missingScriptMessage = /status of 404|PageScriptGone|Failed to fetch dynamically imported module/;
});
