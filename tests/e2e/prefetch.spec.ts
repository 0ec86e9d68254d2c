import type { Page, Request } from '@playwright/test';
import { about } from '../../src/content/about.ts';
import { firm } from '../../src/content/firm.ts';
import { allowConsoleError } from './fixtures/allow-console-error.ts';
import { openHydrated, saveData } from './fixtures/hydrate.ts';
import { heading } from './fixtures/locators.ts';
import { expect, test } from './fixtures/site.ts';

const link = (page: Page, name: string) =>
  page.getByRole('banner').getByRole('navigation').getByRole('link', { name });

/** Records the paths of the scripts and documents that the page requests. */
function recordRequests(page: Page) {
  const paths: string[] = [];
  page.on('request', (request: Request) => {
    if (!/^(script|document)$/.test(request.resourceType())) return;
    paths.push(new URL(request.url()).pathname);
  });
  return paths;
}

test('hovering, focusing or touching a link loads its script once', async ({ page }) => {
  await openHydrated(page, '/');
  const requests = recordRequests(page);
  await link(page, 'Platform').hover();
  await expect.poll(() => requests).toEqual([expect.stringMatching(/assets\/platform-/)]);
  await link(page, 'Platform').click();
  await expect(heading(page)).toHaveText(firm.platform);
  expect(requests).toHaveLength(1);

  await link(page, 'Ecosystems').focus();
  await expect.poll(() => requests.join()).toContain('assets/ecosystems-');
  await link(page, 'About').dispatchEvent('touchstart');
  await expect.poll(() => requests.join()).toContain('assets/about-');
});

test('nothing is prefetched with Save-Data', async ({ page }) => {
  await saveData(page);
  await openHydrated(page, '/');
  const requests = recordRequests(page);
  await link(page, 'Platform').hover();
  await link(page, 'About').hover();
  await link(page, 'About').click();
  await expect(heading(page)).toHaveText(about.who.title);
  expect(requests).toEqual([expect.stringMatching(/assets\/about-/)]);
});

test('a link works and is prefetched again after a failure', async ({ page, consoleMessages }) => {
  await openHydrated(page, '/');
  await page.route('**/assets/about-*.js', (route) => route.abort());
  const failed = page.waitForEvent('requestfailed');
  await link(page, 'About').hover();
  await failed;
  await page.unroute('**/assets/about-*.js');
  const requests = recordRequests(page);
  await link(page, 'Platform').hover();
  await link(page, 'About').hover();
  await expect.poll(() => requests.join()).toContain('assets/about-');
  await link(page, 'About').click();
  await expect(heading(page)).toHaveText(about.who.title);
  await expect(page).toHaveURL('/about');
  allowConsoleError(consoleMessages, /ERR_FAILED|ChunkLoadError|dynamically imported/);
});
