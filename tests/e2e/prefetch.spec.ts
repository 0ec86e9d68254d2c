import { about } from '../../src/content/about.ts';
import { firm } from '../../src/content/firm.ts';
import { heading, mainLink, openHydrated, recordRequests } from './fixtures/page.ts';
import { allowConsoleError, expect, test } from './fixtures/site.ts';

const files = /^(script|document)$/;

test('hovering, focusing or touching a link loads its script once', async ({ page }) => {
  await openHydrated(page, '/');
  const requests = recordRequests(page, files);
  await mainLink(page, '/platform').hover();
  await expect.poll(() => requests).toEqual([expect.stringMatching(/assets\/platform-/)]);
  await mainLink(page, '/platform').click();
  await expect(heading(page)).toHaveText(firm.platform);
  expect(requests).toHaveLength(1);
  await mainLink(page, '/ecosystems').focus();
  await expect.poll(() => requests.join()).toContain('assets/ecosystems-');
  await mainLink(page, '/about').dispatchEvent('touchstart');
  await expect.poll(() => requests.join()).toContain('assets/about-');
});

test('a link works and is prefetched again after a failure', async ({ page, consoleMessages }) => {
  await openHydrated(page, '/');
  await page.route('**/assets/about-*.js', (route) => route.abort());
  const failed = page.waitForEvent('requestfailed');
  await mainLink(page, '/about').hover();
  await failed;
  await page.unroute('**/assets/about-*.js');
  const requests = recordRequests(page, files);
  for (const path of ['/platform', '/about']) await mainLink(page, path).hover();
  await expect.poll(() => requests.join()).toContain('assets/about-');
  await mainLink(page, '/about').click();
  await expect(heading(page)).toHaveText(about.who.title);
  allowConsoleError(consoleMessages, /ERR_FAILED|ChunkLoadError|dynamically imported/);
});
