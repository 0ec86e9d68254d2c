import { allPages, unknownPath } from './all-pages.ts';
import { expect, test } from './site.ts';

const everyPath = [...allPages.map(({ path }) => path), '/contact?sent', unknownPath];

test('every page is served with the security headers', async ({ request }) => {
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
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'same-origin',
      'permissions-policy': expect.stringContaining('camera=()'),
    });
  }
});

test('no page has a script or a style that the policy would have to allow', async ({ request }) => {
  for (const path of everyPath) {
    const html = await (await request.get(path)).text();
    const scripts = html.match(/<script\b[^>]*>[^<]*/g);
    expect(scripts).toEqual([expect.stringMatching(/^<script type="module" src="\/[^"]+">$/)]);
    expect(html).not.toMatch(/<[^>]+\s(style|on\w+)=/);
    expect(html.match(/<style\b/g)).toHaveLength(1);
  }
});

test('an error page of the server has the security headers too', async ({ request }) => {
  const response = await request.put('/about');
  expect(response.status()).toBe(405);
  expect(response.headers()['content-security-policy']).toContain("default-src 'none'");
});
