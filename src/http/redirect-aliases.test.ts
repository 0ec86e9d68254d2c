import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { createRecordedLog } from '../../tests/fixtures/recorded-log.ts';
import { redirectAliases } from './redirect-aliases.ts';

beforeEach(() => {
  vi.useFakeTimers();
  return () => void vi.useRealTimers();
});

function setUp(publicUrl = 'https://www.firm.example') {
  const { log, lines } = createRecordedLog();
  const listener = redirectAliases((_request, response) => void response.writeHead(200).end(), {
    publicUrl,
    policy: "default-src 'none'",
    trustedHops: 1,
    getRequestId: () => 'request-1',
    log,
  });
  /** Returns the redirect's location, or undefined for the page. */
  const request = (
    host: string | undefined,
    { url = '/', method = 'GET', from = '203.0.113.7', ...headers }: Record<string, string> = {},
  ) =>
    new Promise<string | undefined>((resolve) => {
      const response = {
        setHeader: () => undefined,
        writeHead: (status: number, sent: IncomingHttpHeaders = {}) => {
          if (status === 308) expect(sent).toMatchObject({ 'cache-control': 'no-store' });
          resolve(sent.location);
          return { end: () => undefined };
        },
      };
      const message = {
        method,
        url,
        headers: { ...(host && { host }), 'x-forwarded-for': from, ...headers },
        socket: { remoteAddress: '10.0.0.1' },
      };
      listener(message as unknown as IncomingMessage, response as unknown as ServerResponse);
    });
  return { request, lines };
}

describe('a page at another host name', () => {
  it('redirects to the same path and query of the public address', async () => {
    const { request } = setUp();
    const url = '/About?utm=1&x=%2F';
    const location = `https://www.firm.example${url}`;
    for (const host of ['firm.example', 'FIRM.example:8443', 'www.firm.example.']) {
      expect(await request(host, { url })).toBe(location);
      expect(await request(host, { url, method: 'HEAD' })).toBe(location);
    }
    for (const path of ['//evil.example/', '/follow-up/1/spam/2/3']) {
      expect(await request('site', { url: path })).toBe(`https://www.firm.example${path}`);
    }
  });

  it('is served at the public host name in any spelling', async () => {
    const { request } = setUp();
    for (const host of ['www.firm.example', 'WWW.Firm.example', 'www.firm.example:443']) {
      expect(await request(host)).toBeUndefined();
    }
  });

  it('is served at an IP address, a loopback name, and without a valid host', async () => {
    const { request } = setUp();
    for (const host of ['203.0.113.7', '10.0.0.2:3000', '[2001:db8::1]', '[::1]:3000']) {
      expect(await request(host)).toBeUndefined();
    }
    for (const host of ['localhost', 'localhost:3000', 'site.localhost', '127.0.0.2', 'a b', '']) {
      expect(await request(host)).toBeUndefined();
    }
    expect(await request(undefined)).toBeUndefined();
  });

  it('is the only thing that redirects', async () => {
    const { request } = setUp();
    for (const url of ['/healthz', '/readyz?x', '/api/contact-form', '/assets/a-1b.js', '*']) {
      expect(await request('firm.example', { url })).toBeUndefined();
    }
    for (const method of ['POST', 'PUT', 'OPTIONS']) {
      expect(await request('firm.example', { url: '/contact', method })).toBeUndefined();
    }
  });

  it('is served if the public address is this machine', async () => {
    const { request } = setUp('https://localhost');
    expect(await request('firm.example')).toBeUndefined();
  });
});

describe('behind a proxy that replaces Host', () => {
  const warning = expect.stringContaining('A proxy replaces the Host header') as string;

  it('no page redirects if the proxy forwards the host, and one line warns', async () => {
    const { request, lines } = setUp();
    const forwarded = { 'x-forwarded-host': 'www.firm.example' };
    // From a monitor that does not use the proxy.
    await request('www.firm.example');
    expect(await request('backend', forwarded)).toBeUndefined();
    expect(await request('backend', forwarded)).toBeUndefined();
    expect(lines.map((line) => JSON.parse(line) as unknown)).toEqual([
      expect.objectContaining({ level: 40, publicUrl: 'https://www.firm.example', msg: warning }),
    ]);
  });

  it('a loop ends, and then no page redirects until a request has the public host', async () => {
    const { request, lines } = setUp();
    let redirects = 0;
    while (await request('backend', { from: '203.0.113.7' })) redirects += 1;
    // Browsers follow 20.
    expect(redirects).toBeLessThan(10);
    expect(await request('backend', { from: '203.0.113.8', url: '/about' })).toBeUndefined();
    expect(await request('backend', { from: '203.0.113.7', url: '/about' })).toBeUndefined();
    expect(lines).toEqual([warning]);

    await request('www.firm.example');
    expect(await request('firm.example', { from: '203.0.113.8' })).toBeDefined();
  });

  it('a loop ends for each client although somebody sent the public host', async () => {
    const { request } = setUp();
    await request('www.firm.example');
    for (const from of ['203.0.113.7', '203.0.113.8']) {
      let redirects = 0;
      while (await request('backend', { from })) redirects += 1;
      expect(redirects).toBeGreaterThan(0);
      expect(redirects).toBeLessThan(10);
    }
    vi.advanceTimersByTime(60_000);
    expect(await request('firm.example')).toBeDefined();
  });
});
