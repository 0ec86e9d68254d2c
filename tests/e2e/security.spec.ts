import { sha256 } from '../../src/http/security-headers.ts';
import { allPages, unknownPath } from '../../tools/all-pages.ts';
import { expectSuccess, openForm, submitForm } from './fixtures/inquiry-form.ts';
import { expect, test } from './fixtures/site.ts';

const everyPath = [...allPages.map(({ path }) => path), '/contact?sent', unknownPath];

test('every page has the security headers, no inline script, and a style sheet that the CSP allows by hash', async ({
  request,
}) => {
  for (const path of everyPath) {
    const response = await request.get(path);
    const headers = response.headers();
    const policy = headers['content-security-policy']?.split('; ') ?? [];
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain("script-src 'self'");
    expect(policy).toContain("base-uri 'none'");
    expect(policy).toContain("form-action 'self'");
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy.join()).not.toContain('unsafe');
    expect(headers).toMatchObject({
      'cross-origin-embedder-policy': 'credentialless',
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'same-origin',
      'permissions-policy': expect.stringContaining('camera=()'),
    });

    const html = await response.text();
    const scripts = html.match(/<script\b[^>]*>[^<]*/g) ?? [];
    // JSON-LD is data, to which the CSP does not apply.
    const executable = scripts.filter(
      (script) => !script.startsWith('<script type="application/ld+json">'),
    );
    expect(executable).toEqual([
      expect.stringMatching(/^<script type="module" src="\/[^"]+" integrity="sha256-[^"]+"[^>]*>$/),
    ]);
    expect(html).not.toMatch(/<[^>]+\s(style|on\w+)=/);
    const [, style = ''] = /<style>(.*?)<\/style>/s.exec(html) ?? [];
    expect(html.match(/<style\b/g)).toHaveLength(1);
    expect(policy.join()).toContain(`'${sha256(style)}'`);
  }
});

test('a visit requests only the image host, without referrer or cookies, and stores a random value in its tab alone', async ({
  page,
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
  for (const { path } of allPages) await page.goto(path);
  await openForm(page);
  await submitForm(page);
  await expectSuccess(page);

  expect(thirdPartyRequests.map((headers) => headers['referer'])).toEqual(
    thirdPartyRequests.map(() => undefined),
  );
  expect(thirdPartyRequests.map((headers) => headers['cookie'])).toEqual(
    thirdPartyRequests.map(() => undefined),
  );
  expect(await context.cookies()).toEqual([]);
  expect(await page.evaluate(() => ({ ...localStorage }))).toEqual({});
  const stored = await page.evaluate(() => ({ ...sessionStorage }));
  expect(stored).toEqual({ 'inquiry-key': expect.stringMatching(/^[\da-f]{32}$/) });
});

test('a script that differs from the build is blocked by its integrity hash', async ({
  page,
  site,
  consoleMessages,
}) => {
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
