import { createServer } from 'node:http';
import { expect, it, onTestFinished } from 'vitest';
import { sendRawRequest } from '../../tests/fixtures/raw-request.ts';
import { createTextRepresentation, serveCachedResponses } from './negotiate.ts';

const page = createTextRepresentation('the page', {
  'content-type': 'text/plain',
  'referrer-policy': 'no-referrer',
});
const headers = { 'x-content-type-options': 'nosniff', 'referrer-policy': 'same-origin' };

/** Starts a server with a cached /page that answers other requests with 418. Returns its origin. */
async function serve() {
  const fallback = createServer().on('request', (request, response) => {
    request.resume();
    response.writeHead(418).end();
  });
  const [listener] = fallback.listeners('request') as [Parameters<typeof createServer>[1] & object];
  const find = (path: string) => (path === '/page' ? page : undefined);
  const server = createServer(serveCachedResponses(find, headers, listener));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  return `http://127.0.0.1:${(server.address() as { port: number }).port}`;
}

it('serves cached pages with the common headers, unless the page sets a stricter one', async () => {
  const url = await serve();
  const response = await fetch(`${url}/page`);
  expect(await response.text()).toBe('the page');
  expect(response.headers.get('x-content-type-options')).toBe('nosniff');
  expect(response.headers.get('referrer-policy')).toBe('no-referrer');
});

it('sends no body for HEAD or 304', async () => {
  const url = await serve();
  const head = await fetch(`${url}/page`, { method: 'HEAD' });
  expect(head.headers.get('content-length')).toBe('8');
  expect(await head.text()).toBe('');
  const etag = head.headers.get('etag') ?? '';
  const again = await fetch(`${url}/page`, { headers: { 'if-none-match': etag } });
  expect(again.status).toBe(304);
  expect(again.headers.get('x-content-type-options')).toBe('nosniff');
});

it('passes on other methods, queries, bodies, unknown paths and unusual hosts', async () => {
  const url = await serve();
  const statusOf = async (path: string, init?: RequestInit) =>
    (await fetch(url + path, init)).status;
  expect(await statusOf('/page', { method: 'POST', body: 'a' })).toBe(418);
  expect(await statusOf('/page?a=b')).toBe(418);
  expect(await statusOf('/PAGE')).toBe(418);
  expect(await statusOf('/')).toBe(418);

  const rawStatuses = async (head: string) =>
    (await sendRawRequest(url, `${head}\r\nConnection: close\r\n\r\n`)).statuses;
  expect(await rawStatuses('GET /page HTTP/1.1\r\nHost: www.example.com:8080')).toEqual([200]);
  expect(await rawStatuses('GET /page HTTP/1.1\r\nHost: [::1]')).toEqual([418]);
  expect(await rawStatuses('GET /page HTTP/1.1\r\nHost: a@b')).toEqual([418]);
  expect(await rawStatuses('GET /page HTTP/1.0')).toEqual([418]);
  expect(await rawStatuses('GET http://a/page HTTP/1.1\r\nHost: a')).toEqual([418]);
  expect(await rawStatuses('GET /page HTTP/1.1\r\nHost: a\r\nContent-Length: 0')).toEqual([418]);
});
