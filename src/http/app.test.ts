import type { Hono } from 'hono';
import { describe, expect, it } from 'vitest';
import { createRecordedLog } from '../../tests/fixtures/recorded-log.ts';
import { firm } from '../content/firm.ts';
import { type AppDependencies, createApp, createHealthApp } from './app.ts';
import { createReadiness } from './lifecycle/readiness.ts';
import type { Representation } from './negotiate.ts';
import { createContentSecurityPolicy } from './security-headers.ts';

const representation = (body: string, status = 200): Representation => ({
  status,
  headers: { 'content-type': 'text/html; charset=utf-8' },
  bodies: { identity: new TextEncoder().encode(body) },
  hash: body,
});

const { log, text: logged } = createRecordedLog();
const app = createApp({
  pages: {
    find: async (pathname) => {
      if (pathname === '/broken') throw new TypeError('A page failed for Lovelace');
      return pathname === '/about' ? representation('about') : representation('not found', 404);
    },
    getConfirmation: async () => representation('thanks'),
    renderContactForm: async () => representation('form', 422),
    renderActionLink: async () => representation('link'),
    removeTrailingSlash: (pathname) => (pathname === '/about/' ? '/about' : undefined),
  },
  files: new Map([['/assets/entry-client.js', representation('script')]]),
  policy: createContentSecurityPolicy(firm, []),
  log,
  publicUrl: undefined,
  rateLimits: [],
  actionLinks: async () =>
    new Response('link', { headers: { 'referrer-policy': 'strict-origin' } }),
} as Partial<AppDependencies> as AppDependencies);

describe('a request', () => {
  it('for a page or a file returns it', async () => {
    expect(await (await app.request('/about')).text()).toBe('about');
    expect(await (await app.request('/assets/entry-client.js')).text()).toBe('script');
  });

  it('for an unknown path gets 404 with the not-found page', async () => {
    const response = await app.request('/assets/../src/server.ts');
    expect(response.status).toBe(404);
    expect(await response.text()).toBe('not found');
  });

  it('with HEAD gets the headers without a body', async () => {
    const response = await app.request('/about', { method: 'HEAD' });
    expect(response.headers.get('content-length')).toBe('5');
    expect(await response.text()).toBe('');
  });

  it('with a trailing slash is redirected permanently, with its query', async () => {
    const response = await app.request('/about/?utm=1');
    expect(response.status).toBe(301);
    expect(response.headers.get('location')).toBe('/about?utm=1');
  });

  it('with an unsupported method gets 405 and the allowed methods', async () => {
    const response = await app.request('/about', { method: 'DELETE' });
    expect(response.status).toBe(405);
    expect(response.headers.get('allow')).toBe('GET, HEAD');
    const put = await app.request('/Contact', { method: 'PUT' });
    expect(put.headers.get('allow')).toBe('GET, HEAD, POST');
  });

  it('that fails gets 500 and is logged without the error message', async () => {
    const response = await app.request('/broken');
    expect(response.status).toBe(500);
    expect(await response.text()).toContain('Please try again');
    expect(logged()).toMatch(/"level":50,.*"TypeError".*"msg":"A request failed"/);
    expect(logged()).not.toContain('Lovelace');
  });
});

it('a response keeps its own stricter header', async () => {
  const { headers } = await app.request('/follow-up/1');
  expect(headers.get('referrer-policy')).toBe('strict-origin');
  expect(headers.get('x-content-type-options')).toBe('nosniff');
});

it('a request during the start waits until the app is created', async () => {
  const readiness = createReadiness(log);
  const created = Promise.withResolvers<Hono>();
  const health = createHealthApp(created.promise, { policy: '', publicUrl: undefined, readiness });
  const response = health.request('/about');
  const [live, ready] = [await health.request('/healthz'), await health.request('/readyz')];
  expect(live.status).toBe(200);
  expect(await ready.json()).toMatchObject({ failed: ['starting'] });
  for (const { headers } of [live, ready]) {
    expect(headers.get('cache-control')).toBe('no-store');
    expect(headers.get('x-content-type-options')).toBe('nosniff');
  }
  created.resolve(app);
  expect(await (await response).text()).toBe('about');
});

it.each([
  '/about',
  '/nowhere',
  '/assets/entry-client.js',
  '/about/',
  '/broken',
  '/api/contact-form',
])('the response to %s has the security headers', async (path) => {
  const { headers } = await app.request(path);
  expect(headers.get('x-content-type-options')).toBe('nosniff');
  expect(headers.get('referrer-policy')).toBe('same-origin');
  expect(headers.get('permissions-policy')).toContain('camera=()');
  expect(headers.get('content-security-policy')).toContain("default-src 'none'");
});
