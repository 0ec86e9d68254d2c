import { about } from '../../src/content/about.ts';
import { firm } from '../../src/content/firm.ts';
import { heading, mainLink, openHydrated, recordRequests } from './fixtures/page.ts';
import { allowConsoleError, expect, test } from './fixtures/site.ts';

const files = /^(script|document)$/;

test('hovering, focusing or touching a link loads its script once', async ({ page }) => {
  await openHydrated(page, '/');
  const requests = recordRequests(page, files);
  await mainLink(page, 'Platform').hover();
  await expect.poll(() => requests).toEqual([expect.stringMatching(/assets\/platform-/)]);
  await mainLink(page, 'Platform').click();
  await expect(heading(page)).toHaveText(firm.platform);
  expect(requests).toHaveLength(1);
  await mainLink(page, 'Ecosystems').focus();
  await expect.poll(() => requests.join()).toContain('assets/ecosystems-');
  await mainLink(page, 'About').dispatchEvent('touchstart');
  await expect.poll(() => requests.join()).toContain('assets/about-');
});

test('a link works and is prefetched again after a failure', async ({ page, consoleMessages }) => {
  await openHydrated(page, '/');
  await page.route('**/assets/about-*.js', (route) => route.abort());
  const failed = page.waitForEvent('requestfailed');
  await mainLink(page, 'About').hover();
  await failed;
  await page.unroute('**/assets/about-*.js');
  const requests = recordRequests(page, files);
  for (const name of ['Platform', 'About']) await mainLink(page, name).hover();
  await expect.poll(() => requests.join()).toContain('assets/about-');
  await mainLink(page, 'About').click();
  await expect(heading(page)).toHaveText(about.who.title);
  allowConsoleError(consoleMessages, /ERR_FAILED|ChunkLoadError|dynamically imported/);
});
