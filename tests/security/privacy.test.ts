import { expect, it } from 'vitest';
import { rawRequest } from '../fixtures/raw-request.ts';
import { sampleInquiry } from '../fixtures/sample-inquiry.ts';
import { serverForFile } from '../fixtures/serve-site.ts';

const server = serverForFile({ LOG_LEVEL: 'trace', RATE_LIMIT: '8/hour', TRUST_PROXY: '1' });

const visitor = {
  'user-agent': 'VisitorsBrowser/1.0',
  'x-forwarded-for': '198.51.100.77',
  referer: 'https://visited-before.example/',
};

it('the log of all that a visitor can do says nothing of the visitor', async () => {
  const url = server.url();
  const call = (body: string, headers: Record<string, string> = {}) =>
    fetch(`${url}/api/contact-form`, {
      method: 'POST',
      headers: { ...visitor, 'content-type': 'application/json', ...headers },
      body,
    });
  const post = (fields: object) =>
    fetch(`${url}/contact`, {
      method: 'POST',
      headers: visitor,
      body: new URLSearchParams({ ...fields }),
      redirect: 'manual',
    });
  const json = JSON.stringify(sampleInquiry);
  const statuses: number[] = [];
  const note = async (answer: Promise<Response>) => statuses.push((await answer).status);

  for (const path of ['/', '/contact?name=Lovelace', '/lovelace', '/%']) {
    await note(fetch(url + path, { headers: visitor }));
  }
  await note(call(json, { 'idempotency-key': 'ada-lovelace' }));
  await note(call(json, { 'idempotency-key': 'ada-lovelace' }));
  await note(call(json.replace('Ada', 'Eve'), { 'idempotency-key': 'ada-lovelace' }));
  await note(call(json, { origin: 'https://elsewhere.example' }));
  await note(call(`${json}}`));
  await note(call(JSON.stringify({ ...sampleInquiry, email: 'ada@lovelace' })));
  await note(call(json, { 'content-type': 'text/plain' }));
  await note(call(JSON.stringify({ ...sampleInquiry, message: 'partnership '.repeat(9000) })));
  await note(post({ ...sampleInquiry, role: 'Chair' }));
  await note(post({ ...sampleInquiry, role: '' }));
  await note(post({ ...sampleInquiry, honeypot: 'Lovelace' }));
  for (let nth = 0; nth < 4; nth += 1) await note(post(sampleInquiry));
  await rawRequest(url, 'POST /lovelace HTTP/1.1\r\nHost: a b\r\n\r\n');
  await rawRequest(url, `POST /contact HTTP/1.1\r\nContent-Length: 5, 5\r\n\r\n${json}`);

  expect(new Set(statuses)).toEqual(new Set([200, 404, 201, 422, 403, 400, 415, 413, 303, 429]));
  await expect.poll(server.output).toContain('rejecting inquiries');
  const said = server.output();
  expect(said).toContain('An inquiry was stored');
  expect(said).not.toMatch(/ada|lovelace|analytical|partnership|computing/i);
  expect(said).not.toMatch(/198\.51\.100|VisitorsBrowser|visited-before/);
});
