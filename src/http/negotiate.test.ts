import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import { sendRawRequest } from '../../tests/fixtures/raw-request.ts';
import {
  chooseCoding,
  createTextRepresentation,
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
const get = (headers: Record<string, string> = {}) =>
  negotiateResponse(new Request('http://localhost/', { headers }), page);

it.each([
  ['gzip, deflate, br', 'br'],
  ['gzip', 'gzip'],
  ['BR , identity', 'br'],
  ['br;q=0, gzip', 'gzip'],
  ['', 'identity'],
  ['deflate', 'identity'],
])('for Accept-Encoding "%s" the smallest coding is %s', (accepted, coding) => {
  expect(chooseCoding(accepted, bodies)).toBe(coding);
});

it('the coding is identity if no other is available', () => {
  expect(chooseCoding('br', { identity: bodies.identity })).toBe('identity');
});

describe('a response', () => {
  it('has Content-Encoding, Content-Length and Vary', async () => {
    const response = get({ 'accept-encoding': 'br' });
    expect(response.headers.get('content-encoding')).toBe('br');
    expect(response.headers.get('content-length')).toBe('1');
    expect(response.headers.get('vary')).toBe('Accept-Encoding');
    expect(await response.text()).toBe('b');
  });

  it('is 304 without a body if the ETag matches', async () => {
    const etag = get({ 'accept-encoding': 'br' }).headers.get('etag') ?? '';
    const again = { 'accept-encoding': 'br', 'if-none-match': `"old", W/${etag}` };
    const response = get(again);
    expect(response.status).toBe(304);
    expect(await response.text()).toBe('');
    expect(Object.fromEntries(response.headers)).toEqual({
      ...page.headers,
      etag,
      vary: 'Accept-Encoding',
    });
    expect(get({ 'if-none-match': etag }).status).toBe(200);
    expect(get({ 'if-none-match': '*' }).status).toBe(304);
  });

  it('is never 304 for a not-found page', () => {
    const request = new Request('http://localhost/x', { headers: { 'if-none-match': '*' } });
    expect(negotiateResponse(request, { ...page, status: 404 }).status).toBe(404);
  });
});

it('ignores Range requests', async () => {
  const response = get({ range: 'bytes=6-9' });
  expect(response.status).toBe(200);
  expect(response.headers.has('accept-ranges')).toBe(false);
  expect(await response.text()).toBe('plain text');
});

describe('a cached page', () => {
  const cached = createTextRepresentation('the page', { 'referrer-policy': 'no-referrer' });

  /** Starts a server with a cached /page that answers other requests with 418. Returns its origin. */
  async function serve() {
    const find = (path: string) => (path === '/page' ? cached : undefined);
    const other: RequestListener = (request, response) => {
      request.resume();
      response.writeHead(418).end();
    };
    const server = createServer(serveCachedResponses(find, { 'x-common': '1' }, other));
    await once(server.listen(0, '127.0.0.1'), 'listening');
    onTestFinished(() => void server.close());
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  }

  it('has its headers, and no body for HEAD or 304', async () => {
    const url = await serve();
    const response = await fetch(`${url}/page`);
    expect(await response.text()).toBe('the page');
    expect(response.headers.get('referrer-policy')).toBe('no-referrer');
    const head = await fetch(`${url}/page`, { method: 'HEAD' });
    expect(head.headers.get('content-length')).toBe('8');
    expect(await head.text()).toBe('');
    const again = { 'if-none-match': head.headers.get('etag') ?? '' };
    const unchanged = await fetch(`${url}/page`, { headers: again });
    expect(unchanged.status).toBe(304);
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
