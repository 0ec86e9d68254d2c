import { globSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { administrator } from '../../src/content/firm.ts';
import { sendRawRequest } from '../fixtures/raw-request.ts';
import { sampleInquiry } from '../fixtures/sample-inquiry.ts';
import { serveSiteForFile } from '../fixtures/serve-site.ts';

const server = serveSiteForFile({ LOG_LEVEL: 'trace', RATE_LIMIT: '10/hour', TRUST_PROXY: '1' });

const visitor = {
  'user-agent': 'VisitorsBrowser/1.0',
  'x-forwarded-for': '198.51.100.77',
  referer: 'https://visited-before.example/',
};

it('the log contains no personal data, whatever a visitor sends', async () => {
  const url = server.url();
  const send = (path: string, body: BodyInit, headers: Record<string, string> = {}) =>
    fetch(url + path, {
      method: 'POST',
      body,
      redirect: 'manual',
      headers: { ...visitor, ...headers },
    });
  const json = JSON.stringify(sampleInquiry);
  const postApi = (body: string, headers: Record<string, string> = {}) =>
    send('/api/contact-form', body, { 'content-type': 'application/json', ...headers });
  const postForm = (changes: object) =>
    send('/contact', new URLSearchParams({ ...sampleInquiry, ...changes }));
  const key = { 'idempotency-key': 'ada-lovelace' };
  const requests = [
    ...['/', '/contact?name=Lovelace', '/lovelace', '/%'].map(
      (path) => () => fetch(url + path, { headers: visitor }),
    ),
    () => postApi(json, key),
    () => postApi(json, key),
    () => postApi(json.replace('Ada', 'Eve'), key),
    () => postApi(json, { origin: 'https://elsewhere.example' }),
    () => postApi(`${json}}`),
    () => postApi(json.replace('ada@', '@')),
    () => postApi(json, { 'content-type': 'text/plain' }),
    () => postApi(json.replace('partnership', 'partnership '.repeat(9000))),
    () => postForm({ role: '' }),
    () => postForm({ honeypot: 'Lovelace' }),
    ...['Chair', 'Owner', 'Partner', 'Founder'].map((role) => () => postForm({ role })),
  ];
  const statuses = new Set<number>();
  for (const request of requests) statuses.add((await request()).status);
  await sendRawRequest(url, 'POST /lovelace HTTP/1.1\r\nHost: a b\r\n\r\n');
  await sendRawRequest(url, `POST /contact HTTP/1.1\r\nContent-Length: 5, 5\r\n\r\n${json}`);

  expect([...statuses].sort()).toEqual([200, 201, 303, 400, 403, 404, 413, 415, 422, 429]);
  await expect.poll(server.output).toContain('rejecting inquiries');
  // Without ids: their digits can spell a name.
  const log = server.output().replaceAll(/[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}/g, 'ID');
  expect(log).toContain('An inquiry was stored');
  expect(log).not.toMatch(/ada|lovelace|analytical|partnership|computing/i);
  expect(log).not.toMatch(/198\.51\.100|VisitorsBrowser|visited-before/);
});

it('browsers do not download the name and the address of the administrator', () => {
  const scripts = globSync('dist/client/**/*.js').map((file) => readFileSync(file, 'utf8'));
  expect(scripts.length).toBeGreaterThan(5);
  const { name, email } = administrator;
  expect(scripts.filter((text) => text.includes(name) || text.includes(email))).toEqual([]);
});
