import { globSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { administrator } from '../../src/content/firm.ts';
import { sendRawRequest } from '../fixtures/raw-request.ts';
import { sampleInquiry } from '../fixtures/sample-inquiry.ts';
import { serveSiteForFile } from '../fixtures/serve-site.ts';

const server = serveSiteForFile({ LOG_LEVEL: 'trace', RATE_LIMIT: '8/hour', TRUST_PROXY: '1' });

const visitor = {
  'user-agent': 'VisitorsBrowser/1.0',
  'x-forwarded-for': '198.51.100.77',
  referer: 'https://visited-before.example/',
};

it('the log contains no personal data, whatever a visitor sends', async () => {
  const url = server.url();
  const postApi = (body: string, headers: Record<string, string> = {}) =>
    fetch(`${url}/api/contact-form`, {
      method: 'POST',
      headers: { ...visitor, 'content-type': 'application/json', ...headers },
      body,
    });
  const postForm = (fields: object) =>
    fetch(`${url}/contact`, {
      method: 'POST',
      headers: visitor,
      body: new URLSearchParams({ ...fields }),
      redirect: 'manual',
    });
  const json = JSON.stringify(sampleInquiry);
  const statuses: number[] = [];
  const recordStatus = async (answer: Promise<Response>) => statuses.push((await answer).status);

  for (const path of ['/', '/contact?name=Lovelace', '/lovelace', '/%']) {
    await recordStatus(fetch(url + path, { headers: visitor }));
  }
  await recordStatus(postApi(json, { 'idempotency-key': 'ada-lovelace' }));
  await recordStatus(postApi(json, { 'idempotency-key': 'ada-lovelace' }));
  await recordStatus(postApi(json.replace('Ada', 'Eve'), { 'idempotency-key': 'ada-lovelace' }));
  await recordStatus(postApi(json, { origin: 'https://elsewhere.example' }));
  await recordStatus(postApi(`${json}}`));
  await recordStatus(postApi(JSON.stringify({ ...sampleInquiry, email: 'ada@lovelace' })));
  await recordStatus(postApi(json, { 'content-type': 'text/plain' }));
  await recordStatus(
    postApi(JSON.stringify({ ...sampleInquiry, message: 'partnership '.repeat(9000) })),
  );
  await recordStatus(postForm({ ...sampleInquiry, role: 'Chair' }));
  await recordStatus(postForm({ ...sampleInquiry, role: '' }));
  await recordStatus(postForm({ ...sampleInquiry, honeypot: 'Lovelace' }));
  for (const role of ['Owner', 'Partner', 'Founder']) {
    await recordStatus(postForm({ ...sampleInquiry, role }));
  }
  await sendRawRequest(url, 'POST /lovelace HTTP/1.1\r\nHost: a b\r\n\r\n');
  await sendRawRequest(url, `POST /contact HTTP/1.1\r\nContent-Length: 5, 5\r\n\r\n${json}`);

  expect(new Set(statuses)).toEqual(new Set([200, 404, 201, 422, 403, 400, 415, 413, 303, 429]));
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
