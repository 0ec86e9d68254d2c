import type { Page } from '@playwright/test';
import { about } from '../../src/content/about.ts';
import { home } from '../../src/content/home.ts';
import { appError, routeError } from '../../src/content/layout.ts';
import { expectAccessible } from './fixtures/axe.ts';
import {
  heading,
  hydrate,
  mainLink,
  openHydrated,
  recordRequests,
  saveData,
} from './fixtures/page.ts';
import { allowConsoleError, expect, test } from './fixtures/site.ts';

const aboutScript = '**/assets/about-*.js';
/** Uses the keyboard: a resting pointer would hydrate the next document. */
const followLink = (page: Page, path: string) => mainLink(page, path).press('Enter');

/** Opens /about and expects this heading on a screen without violations. */
async function expectErrorScreen(page: Page, { title, text }: { title: string; text: string }) {
  await page.goto('/about');
  await page.keyboard.press('Shift');
  await expect(heading(page)).toHaveText(title);
  await expect(page.getByText(text)).toBeVisible();
  await expectAccessible(page);
}

test('a page that others have broken is left for the document of the link', async ({
  page,
  form,
  consoleMessages,
}) => {
  await form.open();
  await form.field('firstName').fill('Mara');
  await page.locator('.page').evaluate((element) => element.remove());
  const documents = recordRequests(page, /document/);
  await followLink(page, '/about');
  await expect(heading(page)).toHaveText(about.who.title);
  await expect.poll(() => documents).toEqual(['/about']);
  await followLink(page, '/contact');
  await expect(form.field('firstName')).toHaveValue('Mara');
  allowConsoleError(consoleMessages, /removeChild|The above error/);
});

test('a page that throws after a reload, too, shows the route error', async ({
  page,
  consoleMessages,
}) => {
  // The second error is soon after the reload, however slow the machine is.
  await page.clock.setFixedTime(new Date());
  await page.route(aboutScript, (route) =>
    route.fulfill({
      contentType: 'text/javascript',
      body: `
        export const handle = { headerTheme: 'ink', meta: () => ({ title: 'Broken', description: '' }) };
        export function Component() { throw new Error('broken on purpose'); }`,
    }),
  );
  await expectErrorScreen(page, routeError);
  await expect(page.getByText('broken on purpose')).toBeHidden();

  const documents = recordRequests(page, /document/);
  await page.getByRole('main').getByRole('link').click();
  await expect(heading(page)).toContainText(home.hero.title[0] ?? '');
  await hydrate(page);
  await followLink(page, '/about');
  await expect(heading(page)).toHaveText(routeError.title);
  expect(documents).toEqual(['/']);
  allowConsoleError(consoleMessages, /broken on purpose/);
});

test('an error outside the pages shows a refresh button', async ({ page, consoleMessages }) => {
  await page.route('**/about', async (route) => {
    const response = await route.fetch();
    const body = (await response.text()).replace(/data-site="[^"]*"/, 'data-site="{"');
    await route.fulfill({ response, body });
  });
  await expectErrorScreen(page, appError);
  allowConsoleError(consoleMessages, /JSON/);

  await page.unroute('**/about');
  const documents = recordRequests(page, /document/);
  await page.getByRole('button', { name: appError.action }).click();
  await expect(heading(page)).toHaveText(about.who.title);
  expect(documents).toEqual(['/about']);
});

test('a page whose script is missing is reloaded once', async ({ page, consoleMessages }) => {
  await saveData(page);
  await page.route(aboutScript, (route) => route.fulfill({ status: 404 }));
  await openHydrated(page, '/');
  const documents = recordRequests(page, /document/);
  await followLink(page, '/about');
  await expect(heading(page)).toHaveText(about.who.title);
  await expect.poll(() => documents).toEqual(['/about']);

  // Hydration fails, so the links load documents.
  await page.waitForLoadState();
  const triedAgain = page.waitForResponse(aboutScript);
  await page.keyboard.press('Shift');
  await triedAgain;
  await followLink(page, '/platform');
  await expect(page).toHaveURL('/platform');
  expect(documents).toEqual(['/about', '/platform']);

  await hydrate(page);
  await followLink(page, '/about');
  await expect(heading(page)).toHaveText(about.who.title);
  await expect.poll(() => documents).toEqual(['/about', '/platform', '/about']);
  allowConsoleError(consoleMessages, /status of 404|ChunkLoadError|dynamically imported module/);
});
