import { createServer } from 'node:http';
import { setImmediate as endOfTurn } from 'node:timers/promises';
import { type Context, Hono } from 'hono';
import { describe, expect, it } from 'vitest';
import { listen } from '../../tests/fixtures/listen.ts';
import { postInquiry } from '../../tests/fixtures/post-inquiry.ts';
import { sendRawRequest } from '../../tests/fixtures/raw-request.ts';
import { createRecordedLog } from '../../tests/fixtures/recorded-log.ts';
import type { ReceiveDependencies } from '../receive-inquiry/receive-inquiry.ts';
import { type AppDependencies, createApp, createRequestListener } from './app.ts';
import {
  createPostHandler,
  createPostLimits,
  type HandlePost,
  type PostOutcome,
} from './contact/handle-post.ts';
import { Readiness } from './lifecycle/readiness.ts';
import { type Representation, serveCachedResponses } from './negotiate.ts';
import type { Pages } from './pages/page-cache.ts';

const representation = (body: string, status = 200): Representation => ({
  status,
  headers: { 'content-type': 'text/html; charset=utf-8' },
  bodies: { identity: new TextEncoder().encode(body) },
  hash: body,
});

const pages = {
  find: (pathname) => {
    if (pathname === '/broken') throw new TypeError('A page failed for Lovelace');
    return ['/about', '/contact'].includes(pathname)
      ? representation(pathname.slice(1))
      : representation('not found', 404);
  },
  getReceiptPage: (sentAtMs) => representation(`sent ${sentAtMs}`),
  removeTrailingSlash: (pathname) => (pathname === '/about/' ? '/about' : undefined),
} as Partial<Pages> as Pages;

const { log, lines, text: logged } = createRecordedLog();
// No request of this test reaches the store.
const receiveDependencies = {
  clock: Date.now,
} as Partial<ReceiveDependencies> as ReceiveDependencies;
const handlePost = createPostHandler({
  receiveDependencies,
  log,
  limits: createPostLimits([], log),
  trustedHops: 0,
});
const dependencies: AppDependencies = {
  site: {
    firm: { serverError: 'Please try again.' },
    getPages: () => pages,
    getFile: (path) => (path === '/assets/entry-client.js' ? representation('script') : undefined),
  },
  handlePost,
  log,
  clock: () => Date.parse('2026-11-21T12:59:59Z'),
  publicUrl: undefined,
  actionLinks: async () =>
    new Response('link', { headers: { 'referrer-policy': 'strict-origin' } }),
};
const app = createApp(dependencies);

const only = 'This address accepts only these methods:';

describe('a request', () => {
  it.each<[string, number, string, Record<string, string>?]>([
    ['GET /about', 200, 'about'],
    ['GET /about?sent=2026-11-21T12:00Z', 200, 'about'],
    ['GET /contact?sent=2026-11-21T12:00Z', 200, 'sent 1795262400000'],
    ['GET /contact?sent=2026-11-21T11:59Z', 200, 'contact'],
    ['GET /contact?sent', 200, 'contact'],
    ['GET /assets/entry-client.js', 200, 'script'],
    ['HEAD /about', 200, '', { 'content-length': '5' }],
    ['GET /about/?utm=1', 301, '', { location: '/about?utm=1' }],
    ['DELETE /about', 405, `${only} GET, HEAD.\n`, { allow: 'GET, HEAD' }],
    ['PUT /Contact', 405, `${only} GET, HEAD, POST.\n`, { allow: 'GET, HEAD, POST' }],
  ])(
    '%s gets %i with the text "%s" and its headers',
    async (request, status, text, headers = {}) => {
      const [method = '', path = ''] = request.split(' ');
      const response = await app.request(path, { method });
      expect(response.status).toBe(status);
      expect(await response.text()).toBe(text);
      expect(Object.fromEntries(response.headers)).toMatchObject(headers);
    },
  );

  it('for a service worker of an earlier site gets one that ends it', async () => {
    const headers = { 'service-worker': 'script' };
    const response = await app.request('/sw.js', { headers });
    expect(response.headers.get('content-type')).toBe('text/javascript; charset=utf-8');
    expect(await response.text()).toContain('registration.unregister()');
    expect((await app.request('/sw.js')).status).toBe(404);
  });

  it('that fails gets 500 and is logged without the error message', async () => {
    const response = await app.request('/broken');
    expect(response.status).toBe(500);
    expect(await response.text()).toContain('Please try again');
    expect(logged()).toMatch(/"level":50,.*"TypeError".*"msg":"A request failed"/);
    expect(logged()).not.toContain('Lovelace');
  });

  it('that fails is logged for 1,000 times in an hour', async () => {
    const failing = createApp(dependencies);
    lines.length = 0;
    for (let nth = 0; nth < 1010; nth += 1)
      expect((await failing.request('/broken')).status).toBe(500);
    expect(logged().match(/"level":50.*"msg":"A request failed"/g)).toHaveLength(1000);
  });
});

/**
 * Serves the app as the server does, with a cached page. `created` resolves when the store is open.
 */
async function serve(created: Promise<Hono> = Promise.resolve(app), monotonic = () => 0) {
  const cached = { ...representation('cached'), headers: { 'cache-control': 'no-cache' } };
  const readiness = new Readiness(log);
  const listener = createRequestListener(() => created, {
    site: {
      policy: "default-src 'none'",
      wrapListener: (headers, next) =>
        serveCachedResponses((path) => (path === '/' ? cached : undefined), headers, next),
    },
    publicUrl: 'https://firm.example',
    readiness,
    log,
    monotonic,
  });
  return { ...(await listen(createServer(listener))), readiness };
}

describe('every response has the common headers', () => {
  it.each<[string, number, string?]>([
    ['GET / HTTP/1.1\r\nHost: a', 200, 'no-cache'],
    ['GET /about HTTP/1.1\r\nHost: a', 200],
    ['GET /about/ HTTP/1.1\r\nHost: a', 301],
    ['GET /nowhere HTTP/1.1\r\nHost: a', 404],
    ['DELETE /about HTTP/1.1\r\nHost: a', 405],
    ['GET / HTTP/1.1\r\nHost: a\r\nHost: b', 400],
    ['GET /about HTTP/1.1\r\nHost: a b', 400],
    ['GET /broken HTTP/1.1\r\nHost: a', 500],
    ['GET /healthz HTTP/1.1\r\nHost: a', 200],
    ['GET /readyz HTTP/1.1\r\nHost: a', 503],
    ['HEAD /readyz HTTP/1.1\r\nHost: a', 503],
    ['POST /healthz HTTP/1.1\r\nHost: a\r\nContent-Length: 0', 405],
    ['POST /api/contact-form HTTP/1.1\r\nHost: a\r\nContent-Length: 0', 415],
    ['GET /api/contact-form HTTP/1.1\r\nHost: a', 405],
    ['POST /contact HTTP/1.1\r\nHost: a\r\nContent-Length: 0', 415],
  ])('%j gets %i', async (head, status, cacheControl = 'no-store') => {
    const { url } = await serve();
    const { text, statuses } = await sendRawRequest(url, `${head}\r\nConnection: close\r\n\r\n`);
    expect(statuses).toEqual([status]);
    const headers = text.toLowerCase().split('\r\n');
    expect(headers).toContain("content-security-policy: default-src 'none'");
    expect(headers).toContain('x-content-type-options: nosniff');
    expect(headers).toContain('strict-transport-security: max-age=63072000');
    expect(headers).toContain('vary: accept-encoding');
    expect(headers).toContain(`cache-control: ${cacheControl}`);
    expect(text).not.toMatch(/^set-cookie:/im);
  });
});

it('a response keeps its own stricter header', async () => {
  const { headers } = await fetch(`${(await serve()).url}/follow-up/1`);
  expect(headers.get('referrer-policy')).toBe('strict-origin');
});

describe('a connection', () => {
  const length = (size: number) => `Content-Length: ${size}\r\n\r\n${'x'.repeat(size)}`;
  const chunk = `${(70_000).toString(16)}\r\n${'x'.repeat(70_000)}\r\n`;
  const post = (path: string) => `POST ${path} HTTP/1.1\r\nHost: a\r\n`;
  const next = 'GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n';

  it.each([
    ['a large body', `${post('/api/contact-form')}${length(70_000)}`],
    ['a large body to a page', `${post('/about')}${length(70_000)}`],
    ['a large body in chunks', `${post('/contact')}Transfer-Encoding: chunked\r\n\r\n${chunk}`],
    ['a body that never ends', `${post('/about')}${length(70_000).replace('70000', '70001')}`],
  ])('is closed after %s that was not read, as the response says', async (_, bytes) => {
    const response = await sendRawRequest((await serve()).url, bytes + next);
    expect(response).toMatchObject({ statuses: [expect.any(Number)], isClosed: true });
    expect(response.text).toMatch(/\r\nconnection: close\r\n/i);
  });

  it.each([
    ['another type', `${post('/api/contact-form')}${length(1000)}`, 415],
    ['a method that is not allowed', `${post('/about')}${length(1000)}`, 405],
    ['a body of a GET request', `GET /about HTTP/1.1\r\nHost: a\r\n${length(1000)}`, 200],
  ])('stays open after %s, whose body was read', async (_, bytes, status) => {
    const { statuses } = await sendRawRequest((await serve()).url, bytes + next);
    expect(statuses).toEqual([status, 200]);
  });
});

it('the bodies that arrive for longest are rejected before others, and pages are served', async () => {
  const { url, open } = await serve();
  const head = 'POST /api/contact-form HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\n';
  const rejections: string[] = [];
  for (let count = 0; count < 1100; count += 1) {
    const socket = open().on('data', (chunk) => rejections.push(String(chunk)));
    socket.write(`${head}Content-Length: 60000\r\n\r\n{`);
  }
  // Each body counts 8 KB of the 8 MB.
  await expect.poll(() => rejections.length).toBe(1100 - 1024);
  expect((await fetch(`${url}/about`)).status).toBe(200);
  expect((await postInquiry(url, { email: 'ada' })).status).toBe(422);
  await expect.poll(() => rejections.length).toBe(1100 - 1024 + 1);
  for (const rejection of rejections) {
    expect(rejection).toMatch(/^HTTP\/1.1 503 /);
    expect(rejection).toMatch(/\r\nretry-after: 5\r\n/i);
  }
});

it('a post whose client disconnects within its body counts for the network of that client', async () => {
  const limits = createPostLimits([{ posts: 1, seconds: 60 }], log);
  const limited = createPostHandler({ receiveDependencies, log, limits, trustedHops: 0 });
  const outcomes: PostOutcome[] = [];
  const handleRecorded: HandlePost = async (context, read) => {
    const outcome = await limited(context, read);
    outcomes.push(outcome);
    return outcome;
  };
  const recorded = createApp({ ...dependencies, handlePost: handleRecorded });
  const { url, open } = await serve(Promise.resolve(recorded));
  const head = 'POST /api/contact-form HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\n';
  const socket = open();
  socket.write(`${head}Content-Length: 60000\r\n\r\n{`, () => socket.destroy());
  await expect.poll(() => outcomes).toMatchObject([{ error: { status: 400 } }]);
  expect((await postInquiry(url, { email: 'ada' })).status).toBe(429);
});

it('a request during the start waits until the app is created', async () => {
  const created = Promise.withResolvers<Hono>();
  const { url, readiness } = await serve(created.promise);
  const response = fetch(`${url}/about`);
  expect((await fetch(`${url}/healthz`)).status).toBe(200);
  expect(await (await fetch(`${url}/readyz`)).json()).toMatchObject({ failed: ['starting'] });
  created.resolve(app);
  expect(await (await response).text()).toBe('about');
  readiness.stop();
  expect((await fetch(`${url}/healthz`)).status).toBe(503);
});

describe('the log names a request that blocked the event loop', () => {
  let monotonicNow = 0;
  const block = (ms: number) => void (monotonicNow += ms);
  /** Serves posts with `handle`. */
  async function serveBlocking(handle: (context: Context) => Response | Promise<Response>) {
    monotonicNow = 0;
    lines.length = 0;
    const created = new Hono().post('*', handle);
    const { url } = await serve(Promise.resolve(created), () => monotonicNow);
    const post = async (path = '/contact?a=lovelace', body = 'lovelace') => {
      await (await fetch(url + path, { method: 'POST', body })).text();
      // The response ends after the client has read it.
      await endOfTurn();
    };
    return { post };
  }
  const blocking = () =>
    lines
      .map((line) => JSON.parse(line) as Record<string, unknown>)
      .filter(({ msg }) => msg === 'A request blocked the event loop');
  const form = { route: 'contact_form', method: 'POST', bodyBytes: 8 };

  it.each<[string, () => Response | Promise<Response>, number]>([
    [
      'before its first promise',
      () => {
        block(1500.4);
        return new Response('', { status: 422 });
      },
      422,
    ],
    [
      'after promises that other requests do not wait for',
      async () => {
        for (let nth = 0; nth < 10; nth += 1) await Promise.resolve();
        block(1500.4);
        return new Response('', { status: 422 });
      },
      422,
    ],
    [
      'before it waited',
      async () => {
        block(1500.4);
        await endOfTurn();
        return new Response('', { status: 201 });
      },
      201,
    ],
  ])('%s', async (_, handle, status) => {
    const { post } = await serveBlocking(handle);
    await post();
    await expect.poll(blocking).toMatchObject([{ level: 40, ...form, status, blockedMs: 1500 }]);
    expect(logged()).not.toContain('lovelace');
  });

  it('also one without a body', async () => {
    const { post } = await serveBlocking(async () => {
      await Promise.resolve();
      block(1500);
      return new Response();
    });
    await post('/contact', '');
    expect(blocking()).toMatchObject([{ ...form, bodyBytes: 0 }]);
  });

  it('and none that waited meanwhile', async () => {
    const started = Promise.withResolvers<boolean>();
    const waited = Promise.withResolvers<Response>();
    const waitOrBlock = ({ req }: Context) => {
      started.resolve(true);
      if (req.path !== '/about') return waited.promise;
      block(5000);
      return new Response();
    };
    const { post } = await serveBlocking(waitOrBlock);
    const waiting = post();
    await started.promise;
    await post('/about');
    waited.resolve(new Response());
    await waiting;
    expect(blocking()).toMatchObject([{ route: 'page', blockedMs: 5000 }]);
  });

  it('only if it took longer than a second', async () => {
    const { post } = await serveBlocking(() => {
      block(1000);
      return new Response();
    });
    await post();
    expect(blocking()).toEqual([]);
  });

  it('at most once a minute', async () => {
    const { post } = await serveBlocking(() => {
      block(20_000);
      return new Response();
    });
    for (let nth = 0; nth < 5; nth += 1) await post();
    await expect.poll(blocking).toHaveLength(5);
    expect(blocking().map(({ level }) => level)).toEqual([40, 20, 20, 40, 20]);
  });
});
