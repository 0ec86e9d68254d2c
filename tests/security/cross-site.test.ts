import { expect, it } from 'vitest';
import { postInquiry } from '../fixtures/post-inquiry.ts';
import { serveSiteForFile } from '../fixtures/serve-site.ts';

const publicUrl = 'https://firm.example';
const server = serveSiteForFile({ PUBLIC_URL: publicUrl });

it('the API allows no other site to read or preflight it', async () => {
  const preflight = await fetch(`${server.url()}/api/contact-form`, {
    method: 'OPTIONS',
    headers: {
      origin: 'https://evil.example',
      'access-control-request-method': 'POST',
      'access-control-request-headers': 'content-type',
    },
  });
  expect(preflight.status).toBe(405);
  const stored = await postInquiry(server.url(), {}, { origin: publicUrl });
  expect(stored.status).toBe(201);
  for (const { headers } of [preflight, stored])
    expect([...headers.keys()].join()).not.toContain('access-control');
  const rejected = await postInquiry(server.url(), {}, { origin: 'https://evil.example' });
  expect(rejected.status).toBe(403);
  expect(await server.inquiries()).toHaveLength(1);
});

it('no response sets a cookie or depends on one', async () => {
  for (const path of ['/', '/contact', '/nowhere', '/api/contact-form', '/favicon.svg']) {
    const plain = await fetch(server.url() + path);
    const withCookie = await fetch(server.url() + path, { headers: { cookie: 'session=1' } });
    expect(plain.headers.has('set-cookie'), path).toBe(false);
    expect(plain.headers.get('vary') ?? '', path).not.toContain('Cookie');
    expect(await withCookie.text(), path).toBe(await plain.text());
  }
});

it('the server sends HSTS', async () => {
  const { headers } = await fetch(server.url());
  expect(headers.get('strict-transport-security')).toBe('max-age=63072000');
});
