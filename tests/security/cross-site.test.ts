import { expect, it } from 'vitest';
import { sendRawRequest } from '../fixtures/raw-request.ts';
import { sampleInquiry } from '../fixtures/sample-inquiry.ts';
import { serveSiteForFile } from '../fixtures/serve-site.ts';

const publicUrl = 'https://firm.example';
const server = serveSiteForFile({ PUBLIC_URL: publicUrl });

const json = JSON.stringify(sampleInquiry);
const form = new URLSearchParams({ ...sampleInquiry }).toString();

/** Writes to the socket, because `fetch` sets some of these headers itself. */
async function post(path: string, type: string, body: string, headers: Record<string, string>) {
  const lines = Object.entries({
    host: 'firm.example',
    connection: 'close',
    'content-type': type,
    'content-length': String(body.length),
    ...headers,
  }).map(([name, value]) => `${name}: ${value}`);
  const request = `POST ${path} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n${body}`;
  const { statuses, text } = await sendRawRequest(server.url(), request);
  return { status: statuses[0], text };
}

const postApi = (headers: Record<string, string>) =>
  post('/api/contact-form', 'application/json', json, headers);
const postForm = (headers: Record<string, string>) =>
  post('/contact', 'application/x-www-form-urlencoded', form, headers);

it('a cross-site post is rejected by its Origin or Sec-Fetch-Site header', async () => {
  const rejected: Record<string, string>[] = [
    { origin: 'https://evil.example' },
    { origin: 'https://firm.example https://evil.example' },
    { origin: 'null' },
    { origin: '' },
    { 'sec-fetch-site': 'cross-site' },
    { 'sec-fetch-site': 'unheard-of' },
    { 'sec-fetch-site': 'same-site', origin: publicUrl },
  ];
  for (const headers of rejected) {
    expect((await postApi(headers)).status, JSON.stringify(headers)).toBe(403);
    expect((await postForm(headers)).status, JSON.stringify(headers)).toBe(403);
  }
  expect(await server.inquiries()).toEqual([]);
});

it('the API rejects what a form can send without a preflight, and sends no CORS headers', async () => {
  expect((await post('/api/contact-form', 'text/plain', json, {})).status).toBe(415);
  expect(await server.inquiries()).toEqual([]);
  const preflight = await fetch(`${server.url()}/api/contact-form`, {
    method: 'OPTIONS',
    headers: {
      origin: 'https://evil.example',
      'access-control-request-method': 'POST',
      'access-control-request-headers': 'content-type',
    },
  });
  expect(preflight.status).toBe(405);
  expect([...preflight.headers.keys()].join()).not.toContain('access-control');
  const { text } = await postApi({ origin: publicUrl });
  expect(text).toContain('HTTP/1.1 201');
  expect(text.toLowerCase()).not.toContain('access-control');
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
