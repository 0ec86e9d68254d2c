import { sha256 } from '../../src/http/security-headers.ts';
import { allPages, unknownPath } from '../../tools/all-pages.ts';
import {
  fillForm,
  inlineMessage,
  openForm,
  submitButton,
  successMessage,
} from './fixtures/inquiry-form.ts';
import { expect, test } from './fixtures/site.ts';

const everyPath = [...allPages.map(({ path }) => path), '/contact?sent', unknownPath];

test('every page has the security headers', async ({ request }) => {
  for (const path of everyPath) {
    const headers = (await request.get(path)).headers();
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
  }
});

test('no page has inline script, and the CSP allows the inlined style sheet by hash', async ({
  request,
}) => {
  for (const path of everyPath) {
    const response = await request.get(path);
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
    const policy = response.headers()['content-security-policy'];
    expect(policy).toContain(`'${sha256(style)}'`);
  }
});

test('an error response has the security headers', async ({ request }) => {
  const response = await request.put('/about');
  expect(response.status()).toBe(405);
  expect(response.headers()['content-security-policy']).toContain("default-src 'none'");
});

test('a visit requests only the image host, without referrer or cookies, and stores nothing', async ({
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
  for (const { path } of allPages) await page.goto(path);
  await openForm(page);
  await fillForm(page);
  await submitButton(page).click();
  await expect(inlineMessage(page, successMessage)).toBeVisible();

  expect(thirdPartyRequests.map((headers) => headers['referer'])).toEqual(
    thirdPartyRequests.map(() => undefined),
  );
  expect(thirdPartyRequests.map((headers) => headers['cookie'])).toEqual(
    thirdPartyRequests.map(() => undefined),
  );
  expect(await context.cookies()).toEqual([]);
  expect(await page.evaluate(() => [localStorage.length, sessionStorage.length])).toEqual([0, 0]);
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
