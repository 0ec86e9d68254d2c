import { firm } from '../../src/content/firm.ts';
import { entryScript } from './fixtures/page.ts';
import { expect, test } from './fixtures/site.ts';

/** The origin of the hero image, unless the firm's own server has it or there is none. */
const imageHosts = [URL.parse(firm.heroImage?.url ?? '')?.origin].filter((it) => it !== undefined);

test('a visit sets no cookie and tells no other host', async ({ page, form, context, site }) => {
  const thirdParty: Promise<Record<string, string>>[] = [];
  const hosts = new Set<string>();
  page.on('request', (request) => {
    if (request.url().startsWith(site.url)) return;
    hosts.add(new URL(request.url()).origin);
    thirdParty.push(request.allHeaders());
  });
  await page.goto('/?from=campaign');
  await expect.poll(() => [...hosts]).toEqual(imageHosts);
  expect(await page.evaluate(() => crossOriginIsolated)).toBe(true);
  await form.open();
  await form.submit();
  await form.expectSuccess();
  expect([...hosts]).toEqual(imageHosts);

  for (const { referer, cookie } of await Promise.all(thirdParty))
    expect({ referer, cookie }).toEqual({ referer: undefined, cookie: undefined });
  expect(await context.cookies()).toEqual([]);
  expect(await page.evaluate(() => ({ ...localStorage }))).toEqual({});
  const stored = await page.evaluate(() => Object.entries(sessionStorage));
  // The router stores positions only if a page was hydrated before the visitor left it.
  expect(stored.filter(([name]) => name !== 'react-router-scroll-positions')).toEqual([]);
});

test('a script that differs from the build is blocked', async ({ page, consoleMessages }) => {
  const body = 'document.documentElement.id = "replaced";';
  await page.route(entryScript, (route) => route.fulfill({ contentType: 'text/javascript', body }));
  await page.goto('/about');
  await expect.poll(() => consoleMessages.join()).toContain('integrity');
  await expect(page.locator('html')).not.toHaveAttribute('id');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  consoleMessages.splice(0);
});
