import { afterEach, expect, it } from 'vitest';
import { type RawResponse, sendRawRequest } from '../fixtures/raw-request.ts';
import { sampleInquiry } from '../fixtures/sample-inquiry.ts';
import { serveSiteForFile } from '../fixtures/serve-site.ts';

const server = serveSiteForFile();
const post = 'POST /api/contact-form HTTP/1.1\r\nHost: localhost\r\n';
const get = 'GET /about HTTP/1.1\r\nHost: localhost\r\n';
const smuggled = 'GET /smuggled HTTP/1.1\r\nHost: localhost\r\n\r\n';

const send = (bytes: string) => sendRawRequest(server.url(), bytes);

/** Matches one error response on a closed connection: nothing after it was read as a request. */
const rejectedWith = (status: number): RawResponse => ({
  text: expect.not.stringMatching(/at \w+.*:\d+:\d+|node:internal/) as string,
  statuses: [status],
  isClosed: true,
});

afterEach(async () => {
  expect((await fetch(`${server.url()}/about`)).status).toBe(200);
  expect(await server.inquiries()).toEqual([]);
  expect(server.output()).not.toMatch(/"level":(50|60)|Error/);
});

const chunked = 'Transfer-Encoding: chunked\r\n';
const length = 'Content-Length: 5\r\n';
const lastChunk = `\r\n0\r\n\r\n${smuggled}`;
const json = `${post}Content-Type: application/json\r\n`;

// Node's parser has tests of its own: one request for each rule that proxies may read differently.
it.each([
  ['a length and chunked encoding', `${post}${length}${chunked}${lastChunk}`],
  ['two lengths', `${post}${length}Content-Length: 6\r\n\r\nhello${smuggled}`],
  ['a length that is not a plain number', `${post}Content-Length: +5\r\n\r\nhello`],
  ['an unknown transfer coding', `${post}Transfer-Encoding: xchunked\r\n${lastChunk}`],
  ['two transfer codings', `${post}Transfer-Encoding: gzip, chunked\r\n${lastChunk}`],
  ['HTTP/1.0 with chunks', `${post.replace('1.1', '1.0')}${chunked}${lastChunk}`],
  ['a folded line', `${get}X-Folded: a\r\n b\r\n\r\n`],
  ['lines without CR', 'GET /about HTTP/1.1\nHost: localhost\n\n'],
  ['no Host', 'GET /about HTTP/1.1\r\n\r\n'],
  ['two Hosts', `${get}Host: evil.example\r\n\r\n`],
  ['an invalid Host', 'GET /about HTTP/1.1\r\nHost: a b\r\n\r\n'],
  ['an unsupported version', 'GET /about HTTP/1.9\r\nHost: localhost\r\n\r\n'],
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

it('pipelined requests are answered in order', async () => {
  const requests = [
    `${get}\r\n`,
    'GET /nowhere HTTP/1.1\r\nHost: localhost\r\n\r\n',
    `${json}Content-Length: 2\r\n\r\n{}`,
    'PUT / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 0\r\n\r\n',
  ];
  const last = `${get}Connection: close\r\n\r\n`;
  const { statuses } = await send(requests.join('').repeat(25) + last);
  const expected = Array.from({ length: 25 }, () => [200, 404, 422, 405]).flat();
  expect(statuses).toEqual([...expected, 200]);
});

it('CONNECT and TRACE are not supported', async () => {
  const connect = 'CONNECT evil.example:443 HTTP/1.1\r\nHost: evil.example\r\n\r\n';
  expect(await send(connect)).toEqual({ text: '', statuses: [], isClosed: true });
  const trace =
    'TRACE /about HTTP/1.1\r\nHost: localhost\r\nX-Secret: s3cret\r\nConnection: close\r\n\r\n';
  const traced = await send(trace);
  expect(traced.statuses).toEqual([405]);
  expect(traced.text).not.toContain('s3cret');
});

it('an incomplete body is not stored', async () => {
  const text = JSON.stringify(sampleInquiry);
  const truncated = `${json}Content-Length: ${text.length}\r\n\r\n${text.slice(0, -1)}`;
  expect((await sendRawRequest(server.url(), truncated, { end: true })).isClosed).toBe(true);
});
