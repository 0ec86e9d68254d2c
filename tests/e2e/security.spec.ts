import { expect, test } from './fixtures/site.ts';

test('a visit sets no cookie and tells the image host nothing', async ({
  page,
  form,
  context,
  site,
}) => {
  const thirdPartyRequests: Record<string, string>[] = [];
  page.on('request', async (request) => {
    if (!request.url().startsWith(site.url)) thirdPartyRequests.push(await request.allHeaders());
  });
  const images = page.waitForRequest(/^https:\/\/images\./);
  await page.goto('/?from=campaign');
  expect((await (await images).allHeaders())['referer']).toBeUndefined();
  expect(await page.evaluate(() => crossOriginIsolated)).toBe(true);
  await form.open();
  await form.submit();
  await form.expectSuccess();

  expect(thirdPartyRequests.map((headers) => headers['referer'])).toEqual(
    thirdPartyRequests.map(() => undefined),
  );
  expect(thirdPartyRequests.map((headers) => headers['cookie'])).toEqual(
    thirdPartyRequests.map(() => undefined),
  );
  expect(await context.cookies()).toEqual([]);
  expect(await page.evaluate(() => ({ ...localStorage }))).toEqual({});
  const stored = await page.evaluate(() => Object.entries(sessionStorage));
  // The router stores positions only if a page was hydrated before the visitor left it.
  expect(stored.filter(([name]) => name !== 'react-router-scroll-positions')).toEqual([
    ['inquiry-key', expect.stringMatching(/^[\da-f]{32}$/)],
  ]);
});

test('a script that differs from the build is blocked', async ({ page, site, consoleMessages }) => {
  await page.route(`${site.url}/assets/entry-client-*.js`, (route) =>
    route.fulfill({
      contentType: 'text/javascript',
      body: 'document.documentElement.id = "replaced";',
    }),
  );
  await page.goto('/about');
  await expect.poll(() => consoleMessages.join()).toContain('integrity');
  expect(await page.evaluate(() => document.documentElement.id)).toBe('');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  consoleMessages.splice(0);
});
