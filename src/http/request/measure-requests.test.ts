import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import { describe, expect, it, vi } from 'vitest';
import { listen } from '../../../tests/fixtures/listen.ts';
import { classifyRoute, measureRequest } from './measure-requests.ts';

it('observes each request once, also one whose client disconnects before the response', async () => {
  const observe = vi.fn();
  const server = createServer((request, response) => {
    measureRequest(request, response, observe);
    if (request.url === '/') response.end();
  });
  const { url, open } = await listen(server);

  const client = open();
  client.write('HEAD /about HTTP/1.1\r\nHost: a\r\n\r\n');
  const [, response] = (await once(server, 'request')) as [unknown, ServerResponse];
  client.destroy();
  await once(response, 'close');
  await (await fetch(url)).text();
  await expect
    .poll(() => observe.mock.calls)
    .toEqual([
      [expect.objectContaining({ route: 'page', isAborted: true })],
      [expect.objectContaining({ route: 'page', status: 200, isAborted: false })],
    ]);
});

describe('the route label of a request is', () => {
  it.each([
    ['page', 'GET', '/About?utm=1', 200],
    ['page', 'GET', '/about/', 301],
    ['file', 'HEAD', '/assets/entry-client-1a2b.js', 304],
    ['contact_call', 'POST', '/api/contact-form', 422],
    ['contact_form', 'POST', '/Contact', 303],
    ['contact_form', 'POST', '/%63ontact', 422],
    ['page', 'GET', '/contact', 200],
    ['follow_up', 'GET', '/follow-up/1/qualify/2/3', 200],
    ['health', 'GET', '/readyz', 503],
    ['none', 'GET', '/ada@one.example', 404],
    ['none', 'other', '/', 405],
  ] as const)('%s: %s %s with %i', (route, method, url, status) => {
    expect(classifyRoute(method, url, status)).toBe(route);
  });
});
