import type { Page } from '@playwright/test';
import { about } from '../../src/content/about.ts';
import { home } from '../../src/content/home.ts';
import { appError, routeError } from '../../src/content/layout.ts';
import { allowConsoleError } from './fixtures/allow-console-error.ts';
import { expectNoHorizontalScrolling, expectNoViolations } from './fixtures/axe.ts';
import { hydrate, openHydrated, saveData } from './fixtures/hydrate.ts';
import { heading } from './fixtures/locators.ts';
import { expect, test } from './fixtures/site.ts';

const aboutScript = '**/assets/about-*.js';
/** Uses the keyboard: a resting pointer would hydrate the next document. */
const followLink = (page: Page, name: string) =>
  page.getByRole('banner').getByRole('link', { name }).press('Enter');

/** Makes hydration fail outside the pages, by invalid site data in the document. */
function breakDocument(page: Page, path: string) {
  return page.route(`**${path}`, async (route) => {
    const response = await route.fetch();
    const body = (await response.text()).replace(/data-site="[^"]*"/, 'data-site="{"');
    await route.fulfill({ response, body });
  });
}

/** Makes one page throw 'broken on purpose' when it is rendered in the browser. */
function breakPage(page: Page, script: string) {
  return page.route(script, (route) =>
    route.fulfill({
      contentType: 'text/javascript',
      body: `
        export const handle = { headerTheme: 'ink', meta: () => ({ title: 'Broken', description: '' }) };
        export function Component() { throw new Error('broken on purpose'); }`,
    }),
  );
}

/** Records the documents that the browser requests. */
function recordDocuments(page: Page) {
  const documents: string[] = [];
  page.on('request', (request) => {
    if (request.isNavigationRequest()) documents.push(new URL(request.url()).pathname);
  });
  return documents;
}

/** Expects the heading on a screen without violations. */
async function expectErrorScreen(page: Page, text: string) {
  await expect(heading(page)).toHaveText(text);
  await expectNoViolations(page);
  await expectNoHorizontalScrolling(page);
}

test('a page that throws shows the route error', async ({ page, consoleMessages }) => {
  await breakPage(page, aboutScript);
  await page.goto('/about');
  await page.keyboard.press('Shift');
  await expectErrorScreen(page, routeError.title);
  await expect(page.getByText(routeError.text)).toBeVisible();
  await expect(page.getByText('broken on purpose')).toBeHidden();

  const documents = recordDocuments(page);
  await page.getByRole('main').getByRole('link').click();
  await expect(heading(page)).toContainText(home.hero.title[0] ?? '');
  expect(documents).toEqual(['/']);
  await hydrate(page);
  await followLink(page, 'About');
  await expect(heading(page)).toHaveText(routeError.title);
  expect(documents).toEqual(['/']);
  allowConsoleError(consoleMessages, /broken on purpose/);
});

test('an error outside the pages shows a refresh button', async ({ page, consoleMessages }) => {
  await breakDocument(page, '/about');
  await page.goto('/about');
  await page.keyboard.press('Shift');
  await expectErrorScreen(page, appError.title);
  await expect(page.getByText(appError.text)).toBeVisible();
  allowConsoleError(consoleMessages, /JSON/);

  await page.unroute('**/about');
  const documents = recordDocuments(page);
  await page.getByRole('button', { name: appError.action }).click();
  await expect(heading(page)).toHaveText(about.who.title);
  expect(documents).toEqual(['/about']);
});

test('a page whose script is missing is reloaded once', async ({ page, consoleMessages }) => {
  await saveData(page);
  await page.route(aboutScript, (route) => route.fulfill({ status: 404 }));
  await openHydrated(page, '/');
  const documents = recordDocuments(page);
  await followLink(page, 'About');
  await expect(heading(page)).toHaveText(about.who.title);
  await expect.poll(() => documents).toEqual(['/about']);

  // Hydration fails, so the links load documents.
  await page.waitForLoadState();
  const triedAgain = page.waitForResponse(aboutScript);
  await page.keyboard.press('Shift');
  await triedAgain;
  await followLink(page, 'Platform');
  await expect(page).toHaveURL('/platform');
  expect(documents).toEqual(['/about', '/platform']);

  await hydrate(page);
  await followLink(page, 'About');
  await expect(heading(page)).toHaveText(about.who.title);
  await expect.poll(() => documents).toEqual(['/about', '/platform', '/about']);
  allowConsoleError(
    consoleMessages,
    /status of 404|ChunkLoadError|Failed to fetch dynamically imported module/,
  );
});
