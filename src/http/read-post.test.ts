import { Hono } from 'hono';
import { expect, it } from 'vitest';
import { isSameOrigin, readPost } from './read-post.ts';

const isAllowed = (headers: Record<string, string>, publicUrl?: string) =>
  isSameOrigin(new Request('http://localhost/contact', { headers }), publicUrl);

const publicUrl = 'https://firm.example';

it.each<[Record<string, string>, string?]>([
  [{ origin: publicUrl }, publicUrl],
  // The host that the request was sent to, with any scheme.
  [{ origin: publicUrl, host: 'firm.example' }],
  [{ origin: 'http://firm.example', host: 'Firm.example:80' }],
  [{ origin: 'http://127.0.0.1:3000', host: '127.0.0.1:3000' }],
  [{ origin: 'http://[::1]:3000', host: '[::1]:3000' }],
  [{ 'sec-fetch-site': 'same-origin' }],
  [{ 'sec-fetch-site': 'none' }],
  [{ origin: publicUrl, 'sec-fetch-site': 'same-origin' }, publicUrl],
  // Another host name of the site, also behind a proxy that replaces Host.
  [{ origin: 'https://alias.example', host: 'alias.example' }, publicUrl],
  [{ origin: 'https://alias.example', 'sec-fetch-site': 'same-origin' }, publicUrl],
  // Clients that are not browsers.
  [{}],
  [{}, publicUrl],
])('accepts %j, with PUBLIC_URL %s', (headers, url) => {
  expect(isAllowed(headers, url)).toBe(true);
});

it.each<[Record<string, string>, string?]>([
  [{ origin: 'http://firm.example' }, publicUrl],
  [{ origin: 'https://firm.example:8443' }, publicUrl],
  [{ origin: 'https://www.firm.example' }, publicUrl],
  [{ origin: 'https://firm.example.evil.example' }, publicUrl],
  [{ origin: 'http://127.0.0.1:3001', host: '127.0.0.1:3000' }],
  [{ origin: 'https://evil.example', host: 'firm.example' }, publicUrl],
  [{ origin: 'null' }],
  [{ origin: 'null' }, publicUrl],
  [{ origin: '' }],
  [{ origin: 'file://' }],
  [{ origin: 'localhost' }],
  [{ 'sec-fetch-site': 'same-site' }],
  [{ 'sec-fetch-site': 'cross-site' }],
  // Either header may name another site.
  [{ origin: publicUrl, 'sec-fetch-site': 'cross-site' }, publicUrl],
  [{ origin: publicUrl, 'sec-fetch-site': 'same-site' }, publicUrl],
  [{ origin: 'https://alias.example', host: 'alias.example', 'sec-fetch-site': 'cross-site' }],
])('rejects %j, with PUBLIC_URL %s', (headers, url) => {
  expect(isAllowed(headers, url)).toBe(false);
});

const read = async (body: BodyInit) => {
  const app = new Hono();
  app.post('/', async (context) => context.json(await readPost(context, 'text/plain', undefined)));
  const headers = { 'content-type': 'text/plain' };
  return (await app.request('/', { method: 'POST', body, headers })).json();
};

it('decodes a body, and rejects invalid UTF-8', async () => {
  expect(await read('ü😀')).toEqual({ ok: true, text: 'ü😀' });
  expect(await read('')).toEqual({ ok: true, text: '' });
  expect(await read(new Uint8Array([0xc3, 0x28]))).toEqual({ ok: false, reason: 'malformed' });
  expect(await read(new Uint8Array([0xed, 0xa0, 0x80]))).toMatchObject({ ok: false });
});
