import { afterEach, describe, expect, it } from 'vitest';
import { sendRawRequest } from '../fixtures/raw-request.ts';
import { sampleInquiry } from '../fixtures/sample-inquiry.ts';
import { serveSiteForFile } from '../fixtures/serve-site.ts';

const server = serveSiteForFile();
const host = 'Host: localhost\r\n';
const post = `POST /api/contact-form HTTP/1.1\r\n${host}`;
const get = `GET /about HTTP/1.1\r\n${host}`;
const smuggled = `GET /smuggled HTTP/1.1\r\n${host}\r\n`;
const chunked = 'Transfer-Encoding: chunked\r\n';
const lastChunk = `\r\n0\r\n\r\n${smuggled}`;
const json = `${post}Content-Type: application/json\r\n`;

const send = (...options: [bytes: string, options?: { end: boolean }]) =>
  sendRawRequest(server.url(), ...options);

/** Sends a GET for this target without normalizing it. */
const sendGet = (target: string) =>
  send(`GET ${target} HTTP/1.1\r\n${host}Connection: close\r\n\r\n`);

/** Matches one error response on a closed connection: nothing after it was read as a request. */
const rejectedWith = (status: number) => ({
  text: expect.not.stringMatching(/at \w+.*:\d+:\d+|node:internal/) as string,
  statuses: [status],
  isClosed: true,
});

afterEach(async () => {
  expect((await fetch(`${server.url()}/about`)).status).toBe(200);
  expect(await server.inquiries()).toEqual([]);
  expect(server.output()).not.toMatch(/"level":(50|60)|Error/);
});

// Node's parser has tests of its own: one request for each rule that proxies may read differently.
it.each([
  ['a length and chunked encoding', `${post}Content-Length: 5\r\n${chunked}${lastChunk}`],
  ['two lengths', `${post}Content-Length: 5\r\nContent-Length: 6\r\n\r\nhello${smuggled}`],
  ['a length that is not a plain number', `${post}Content-Length: +5\r\n\r\nhello`],
  ['an unknown transfer coding', `${post}Transfer-Encoding: xchunked\r\n${lastChunk}`],
  ['two transfer codings', `${post}Transfer-Encoding: gzip, chunked\r\n${lastChunk}`],
  ['HTTP/1.0 with chunks', `${post.replace('1.1', '1.0')}${chunked}${lastChunk}`],
  ['a folded line', `${get}X-Folded: a\r\n b\r\n\r\n`],
  ['lines without CR', 'GET /about HTTP/1.1\nHost: localhost\n\n'],
  ['no Host', 'GET /about HTTP/1.1\r\n\r\n'],
  ['two Hosts', `${get}Host: evil.example\r\n\r\n`],
  ['an invalid Host', 'GET /about HTTP/1.1\r\nHost: a b\r\n\r\n'],
  ['an unsupported version', `GET /about HTTP/1.9\r\n${host}\r\n`],
  ['a malformed chunk', `${json}${chunked}\r\n0x5\r\nhello\r\n0\r\n\r\n${smuggled}`],
])('a request with %s is rejected and its connection closed', async (_, request) => {
  expect(await send(request)).toEqual(rejectedWith(400));
});

it('headers and chunks that never end are rejected at their limits', async () => {
  expect(await send(`${get}X-A: ${'b'.repeat(9000)}\r\n\r\n`)).toEqual(rejectedWith(431));
  const chunk = `2000\r\n${'x'.repeat(0x2000)}\r\n`;
  const endless = await send(`${json}${chunked}\r\n${chunk.repeat(20)}`);
  expect(endless).toMatchObject({ statuses: [413], isClosed: true });
});

it('CONNECT and TRACE are not supported', async () => {
  const connect = 'CONNECT evil.example:443 HTTP/1.1\r\nHost: evil.example\r\n\r\n';
  expect(await send(connect)).toEqual({ text: '', statuses: [], isClosed: true });
  const traced = await send(
    `TRACE /about HTTP/1.1\r\n${host}X-Secret: s3cret\r\nConnection: close\r\n\r\n`,
  );
  expect(traced.statuses).toEqual([405]);
  expect(traced.text).not.toContain('s3cret');
});

it('an incomplete body is not stored', async () => {
  const text = JSON.stringify(sampleInquiry);
  const truncated = `${json}Content-Length: ${text.length}\r\n\r\n${text.slice(0, -1)}`;
  expect((await send(truncated, { end: true })).isClosed).toBe(true);
});

describe('a path', () => {
  it.each([
    ...['../', '%2e%2e%2f', '%252e%252e%252f', '%c0%ae%c0%ae/', '..\\', '..%5c'].flatMap((up) => [
      ...[`/${up}package.json`, `/assets/${up.repeat(3)}package.json`],
      `/${up.repeat(8)}etc/passwd`,
    ]),
    // Hidden and private files, and other roots.
    ...['/.vite/manifest.json', '/.env', '/.git/config', '/server/entry-server.js', '/assets/'],
    ...['/sources.sha256', '/data/inquiries.sqlite', '/favicon.svg/', '/FAVICON.SVG'],
    ...['//etc/passwd', '/proc/self/environ', 'file:///etc/passwd'],
    // Malformed paths.
    ...['/%00', '/about%00.html', '/%', '/%zz', '/%ff%fe', '/%E2%80%AEabout'],
    ...['about', '*', '@evil.example'],
    // Other sites, to which no redirect leads.
    ...['//evil.example/', '///evil.example/about/', '/%2f%2fevil.example/', '/\\evil.example/'],
    ...['/%5cevil.example/', '/about/..//evil.example/', '/https://evil.example/'],
    'http://evil.example//evil.example/',
  ])('%s finds nothing', async (target) => {
    const { statuses, text, isClosed } = await sendGet(target);
    expect([400, 404]).toContain(statuses[0]);
    expect(text).not.toMatch(/"dependencies"|root:x:0/);
    expect(isClosed).toBe(true);
  });

  it.each([
    ['/About/', '/about'],
    ['//', '/'],
    ['/about//?next=//evil.example', '/about?next=//evil.example'],
    ['/about%2f?%0d%0aSet-Cookie:a=b', '/about?%0d%0aSet-Cookie:a=b'],
    ['http://evil.example/about/', '/about'],
  ])('%s leads to %s of this site', async (target, location) => {
    expect((await sendGet(target)).text).toMatch(
      new RegExp(`^location: ${RegExp.escape(location)}\r$`, 'im'),
    );
  });
});
