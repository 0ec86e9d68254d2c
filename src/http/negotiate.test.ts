import { createServer, type RequestListener } from 'node:http';
import { describe, expect, it } from 'vitest';
import { listen } from '../../tests/fixtures/listen.ts';
import { sendRawRequest } from '../../tests/fixtures/raw-request.ts';
import {
  chooseCoding,
  createRepresentation,
  negotiateResponse,
  type Representation,
  serveCachedResponses,
} from './negotiate.ts';

const text = (value: string) => new TextEncoder().encode(value);
const bodies = { identity: text('plain text'), gzip: text('gz'), br: text('b') };
const page: Representation = {
  status: 200,
  headers: { 'content-type': 'text/plain', 'cache-control': 'no-cache' },
  bodies,
  hash: 'abc',
};
const get = (headers: Record<string, string>, status = 200) =>
  negotiateResponse(new Request('http://localhost/', { headers }), { ...page, status });

it.each([
  ['gzip, deflate, br', 'br'],
  ['gzip', 'gzip'],
  ['BR , identity', 'br'],
  ['br;q=0, gzip', 'gzip'],
  ['', 'identity'],
  ['deflate', 'identity'],
  // Only this coding is available.
  ['br', 'identity', { identity: bodies.identity }],
])('for Accept-Encoding "%s" the smallest coding is %s', (accepted, coding, available = bodies) => {
  expect(chooseCoding(accepted, available)).toBe(coding);
});

describe('a response', () => {
  it('has Content-Encoding, Content-Length and Vary', async () => {
    const response = get({ 'accept-encoding': 'br' });
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-encoding': 'br',
      'content-length': '1',
      vary: 'Accept-Encoding',
    });
    expect(await response.text()).toBe('b');
  });

  it('is 304 without a body if the ETag matches', async () => {
    const etag = get({ 'accept-encoding': 'br' }).headers.get('etag') ?? '';
    const again = { 'accept-encoding': 'br', 'if-none-match': `"old", W/${etag}` };
    const response = get(again);
    expect(response.status).toBe(304);
    expect(await response.text()).toBe('');
    const headers = { ...page.headers, etag, vary: 'Accept-Encoding' };
    expect(Object.fromEntries(response.headers)).toEqual(headers);
    expect(get({ 'if-none-match': etag }).status).toBe(200);
    expect(get({ 'if-none-match': '*' }).status).toBe(304);
    // A not-found page never gets 304.
    expect(get({ 'if-none-match': '*' }, 404).status).toBe(404);
  });

  it('has no ETag if caches must not store it, so that none gets 304', () => {
    const stored = createRepresentation('a receipt', { 'cache-control': 'no-store' });
    const headers = { 'if-none-match': '*' };
    const response = negotiateResponse(new Request('http://localhost/', { headers }), stored);
    expect(response.status).toBe(200);
    expect(response.headers.has('etag')).toBe(false);
  });
});

describe('a cached page', () => {
  const cached = createRepresentation('the page', { 'referrer-policy': 'no-referrer' });

  /**
   * Starts a server with a cached /page, which answers other requests with 418. Resolves to its
   * origin.
   */
  async function serve() {
    const find = (path: string) => (path === '/page' ? cached : undefined);
    const other: RequestListener = (request, response) => {
      request.resume();
      response.writeHead(418).end();
    };
    const listener = serveCachedResponses(find, { 'x-common': '1' }, other);
    return (await listen(createServer(listener))).url;
  }

  it('has its headers, and no body for HEAD or 304', async () => {
    const url = await serve();
    const response = await fetch(`${url}/page`);
    expect(await response.text()).toBe('the page');
    expect(response.headers.get('referrer-policy')).toBe('no-referrer');
    const head = await fetch(`${url}/page`, { method: 'HEAD' });
    expect(head.headers.get('content-length')).toBe('8');
    expect(await head.text()).toBe('');
    const headers = { 'if-none-match': head.headers.get('etag') ?? '' };
    expect((await fetch(`${url}/page`, { headers })).status).toBe(304);
  });

  it.each([
    ['GET /page HTTP/1.1\r\nHost: www.example.com:8080', 200],
    ['GET /page?a=b HTTP/1.1\r\nHost: a', 418],
    ['GET /PAGE HTTP/1.1\r\nHost: a', 418],
    ['GET / HTTP/1.1\r\nHost: a', 418],
    ['GET /page HTTP/1.1\r\nHost: [::1]', 418],
    ['GET /page HTTP/1.1\r\nHost: a@b', 418],
    ['GET /page HTTP/1.0', 418],
    ['GET http://a/page HTTP/1.1\r\nHost: a', 418],
    ['GET /page HTTP/1.1\r\nHost: a\r\nContent-Length: 0', 418],
    ['POST /page HTTP/1.1\r\nHost: a\r\nContent-Length: 0', 418],
  ])('is served only to usual requests: %j gets %i', async (head, status) => {
    const request = `${head}\r\nConnection: close\r\n\r\n`;
    expect((await sendRawRequest(await serve(), request)).statuses).toEqual([status]);
  });
});
