import { afterEach, describe, expect, it } from 'vitest';
import { type RawResponse, sendRawRequest, parseStatuses } from '../fixtures/raw-request.ts';
import { sampleInquiry } from '../fixtures/sample-inquiry.ts';
import { serveSiteForFile } from '../fixtures/serve-site.ts';

const server = serveSiteForFile();
const post = 'POST /api/contact-form HTTP/1.1\r\nHost: localhost\r\n';
const get = 'GET /about HTTP/1.1\r\nHost: localhost\r\n';
const smuggled = 'GET /smuggled HTTP/1.1\r\nHost: localhost\r\n\r\n';

const send = (bytes: string, isComplete?: (text: string) => boolean) =>
  sendRawRequest(server.url(), bytes, isComplete && { isComplete });

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

describe('an ambiguous request is rejected and its connection closed', () => {
  it.each([
    [
      'two lengths, or a length and chunked encoding',
      [
        post + length + chunked + lastChunk,
        post + chunked + length + lastChunk,
        `${post}${length}Content-Length: 6\r\n\r\nhello${smuggled}`,
        `${post}${length}${length}\r\nhello${smuggled}`,
        `${post}Content-Length: 5, 5\r\n\r\nhello`,
      ],
    ],
    [
      'a length that is not a plain number',
      [
        ...['+5', '-1', '0x5', '5 5', '5.0', '', '99999999999999999999999'].map(
          (length) => `${post}Content-Length: ${length}\r\n\r\nhello`,
        ),
        `${post}Content-Length : 5\r\n\r\nhello`,
      ],
    ],
    [
      'a transfer coding that is unknown, obfuscated or repeated',
      [
        ...[
          'xchunked',
          'chunked, identity',
          'identity, chunked',
          'gzip, chunked',
          '\x0bchunked',
        ].map((coding) => `${post}Transfer-Encoding: ${coding}\r\n${lastChunk}`),
        `${post}${chunked}Transfer-Encoding: identity\r\n${lastChunk}`,
        `POST /api/contact-form HTTP/1.0\r\nHost: a\r\n${chunked}${lastChunk}`,
      ],
    ],
    [
      'folded lines, or lines without CRLF',
      [
        `${get}X-Folded: a\r\n b\r\n\r\n`,
        `${post}Transfer-Encoding:\r\n chunked\r\n${lastChunk}`,
        'GET /about HTTP/1.1\nHost: localhost\n\n',
        'GET /about HTTP/1.1\r\nHost: a\rX-B: c\r\n\r\n',
        `${get} X-A: b\r\n\r\n`,
        `${get}X-A: b\0c\r\n\r\n`,
        `${get}: b\r\n\r\n`,
      ],
    ],
    [
      'no Host, two Hosts, or an invalid Host',
      [
        'GET /about HTTP/1.1\r\n\r\n',
        `${get}Host: evil.example\r\n\r\n`,
        'GET /about HTTP/1.1\r\nHost: a b\r\n\r\n',
      ],
    ],
    [
      'an unsupported HTTP version',
      [
        'GET /about\r\n\r\n',
        'GET /about HTTP/1.9\r\nHost: localhost\r\n\r\n',
        'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n',
        '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03',
      ],
    ],
  ])('with %s', async (_, requests) => {
    for (const request of requests) {
      expect(await send(request), request).toEqual(rejectedWith(400));
    }
  });
});

describe('chunks', () => {
  const json = `${post}Content-Type: application/json\r\n${chunked}\r\n`;

  it('that are malformed close the connection', async () => {
    const bodies = [
      '0x5\r\nhello',
      '-5\r\nhello',
      '10000000000000005\r\nhello',
      '5\nhello',
      '5\r\nhelloXX',
    ];
    for (const body of bodies) {
      const { statuses, isClosed } = await send(`${json}${body}\r\n0\r\n\r\n${smuggled}`);
      expect(isClosed, body).toBe(true);
      expect(statuses, body).toEqual([400]);
    }
  });

  it('with oversized extensions or trailers close the connection', async () => {
    const extension = 'a'.repeat(20_000);
    const { statuses } = await send(`${json}5;${extension}\r\nhello\r\n0\r\n\r\n${smuggled}`);
    expect(statuses).toEqual([413]);
    const trailer = `X: ${'a'.repeat(20_000)}`;
    const response = await send(`${json}5\r\nhello\r\n0\r\n${trailer}\r\n\r\n${smuggled}`);
    expect(response.isClosed).toBe(true);
    expect(response.text).not.toContain('HTTP/1.1 404');
  });

  it('that never end are read only up to the body limit', async () => {
    const chunk = `2000\r\n${'x'.repeat(0x2000)}\r\n`;
    const { statuses, isClosed } = await send(json + chunk.repeat(20));
    expect(statuses).toEqual([413]);
    expect(isClosed).toBe(true);
  });
});

describe('size limits', () => {
  it('apply to headers and URLs', async () => {
    expect(await send(`${get}X-A: ${'b'.repeat(9000)}\r\n\r\n`)).toEqual(rejectedWith(431));
    expect(await send(`${get}${'a:\r\n'.repeat(2500)}\r\n`)).toEqual(rejectedWith(431));
    const long = `GET /${'b'.repeat(9000)} HTTP/1.1\r\nHost: localhost\r\n\r\n`;
    expect(await send(long)).toEqual(rejectedWith(431));
  });
});

describe('one connection', () => {
  it('may pipeline requests, which are answered in order', async () => {
    const requests = [
      'GET /about HTTP/1.1\r\nHost: localhost\r\n\r\n',
      'GET /nowhere HTTP/1.1\r\nHost: localhost\r\n\r\n',
      `${post}Content-Type: application/json\r\nContent-Length: 2\r\n\r\n{}`,
      'PUT / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 0\r\n\r\n',
    ];
    const all = requests.join('').repeat(25);
    const isComplete = (text: string) => parseStatuses(text).length === 100;
    const { statuses } = await send(all, isComplete);
    expect(statuses).toEqual(Array.from({ length: 25 }, () => [200, 404, 422, 405]).flat());
  });

  it('supports no CONNECT, Upgrade or TRACE', async () => {
    expect(await send('CONNECT evil.example:443 HTTP/1.1\r\nHost: evil.example\r\n\r\n')).toEqual({
      text: '',
      statuses: [],
      isClosed: true,
    });
    const upgrade = 'Connection: Upgrade\r\nUpgrade: websocket\r\n';
    expect(
      (await send(`${get}${upgrade}\r\n`, (text) => text.includes('</html>'))).statuses,
    ).toEqual([200]);
    const trace =
      'TRACE /about HTTP/1.1\r\nHost: localhost\r\nX-Secret: s3cret\r\nConnection: close\r\n\r\n';
    const traced = await send(trace);
    expect(traced.statuses).toEqual([405]);
    expect(traced.text).not.toContain('s3cret');
  });
});

describe('a body', () => {
  const json = (body: string, more = '') =>
    `${post}Connection: close\r\nContent-Type: application/json\r\n${more}Content-Length: ${body.length}\r\n\r\n${body}`;

  it('that is incomplete is not stored', async () => {
    const text = JSON.stringify(sampleInquiry);
    const announced = `${post}Content-Type: application/json\r\nContent-Length: ${text.length}\r\n\r\n`;
    const truncated = announced + text.slice(0, -1);
    expect((await sendRawRequest(server.url(), truncated, { end: true })).isClosed).toBe(true);
  });

  it('cannot pollute object prototypes', async () => {
    const text = `{"__proto__":${JSON.stringify(sampleInquiry)},"constructor":{"prototype":{"x":1}}}`;
    expect((await send(json(text))).statuses).toEqual([422]);
  });
});
