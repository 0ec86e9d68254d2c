import { Hono } from 'hono';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { lockStore } from '../../../tests/fixtures/lock-store.ts';
import { createRecordedLog } from '../../../tests/fixtures/recorded-log.ts';
import { sampleInquiry } from '../../../tests/fixtures/sample-inquiry.ts';
import { temporaryStore } from '../../../tests/fixtures/temporary-store.ts';
import { parseRateLimits, type RateLimit } from '../../config/setting-values.ts';
import { listInquiries } from '../../store/inquiries/list-inquiries.ts';
import type { Store } from '../../store/store.ts';
import { createRateLimiter } from '../rate-limit/rate-limiter.ts';
import { contactApi } from './contact-api.ts';

const url = 'http://localhost/api/contact-form';
const noon = Date.parse('2026-11-21T12:00:00.000Z');

interface Changes {
  opened?: Awaited<ReturnType<typeof temporaryStore>>;
  publicUrl?: string | undefined;
  lockWaitMs?: number;
  limits?: RateLimit[];
  /** Address of the connection. */
  remoteAddress?: string;
  trustedHops?: number;
}

async function setUp(changes: Changes = {}) {
  let now = noon;
  const { lockWaitMs = 2000 } = changes;
  const { store, location } = changes.opened ?? (await temporaryStore({ lockWaitMs }));
  const { log, lines, text } = createRecordedLog();
  const app = new Hono();
  const { limits, publicUrl, trustedHops = 0 } = changes;
  const submissionLimiter = limits && createRateLimiter({ limits, hashKey: store.hashKey });
  const onRateLimited = vi.fn();
  const limited = { submissionLimiter, onRateLimited, trustedHops };
  const dependencies = { clock: () => now, log, publicUrl, ...limited };
  const env = { incoming: { socket: { remoteAddress: changes.remoteAddress } } };
  app.all('/api/contact-form', contactApi({ store, ...dependencies }));

  const send = async (body: BodyInit, headers: Record<string, string> = {}) =>
    app.request(
      url,
      {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...headers },
        body,
        duplex: 'half',
      } as RequestInit,
      env,
    );
  const post = (inquiry: unknown, headers?: Record<string, string>) =>
    send(JSON.stringify(inquiry), headers);
  const countRows = async () => (await listInquiries(store)).length;
  const wait = (ms: number) => (now += ms);
  return { app, store, location, send, post, countRows, wait, logged: text, lines, onRateLimited };
}

async function parseResponse(response: Response) {
  const body = (await response.json()) as { error: string; fields?: Record<string, string> };
  return { status: response.status, ...body };
}

describe('a valid inquiry', () => {
  it('gets 201 with its id and time of receipt, and is logged only with its id', async () => {
    const { store, post, logged } = await setUp();
    const response = await post({ ...sampleInquiry, firstName: '  Ada ', extra: 'dropped' });
    expect(response.status).toBe(201);
    expect(response.headers.get('cache-control')).toBe('no-store');
    expect(response.headers.get('content-type')).toBe('application/json');

    const [inquiry] = await listInquiries(store);
    expect(inquiry).toMatchObject(sampleInquiry);
    expect(await response.json()).toEqual({
      id: inquiry?.id,
      receivedAt: '2026-11-21T12:00:00.000Z',
    });
    expect(logged()).toContain(inquiry?.id);
    expect(logged()).not.toMatch(/Ada|Lovelace|analytical|partnership/);
  });

  it('may have a charset, a coding of its content, a long key and the origin of the site', async () => {
    const { post } = await setUp({ publicUrl: 'https://firm.example' });
    for (const headers of [
      { 'content-type': 'Application/JSON; charset=utf-8' },
      { 'content-encoding': 'identity' },
      { 'idempotency-key': 'k'.repeat(255) },
      { 'idempotency-key': '~' },
      { origin: 'https://firm.example' },
    ]) {
      expect((await post(sampleInquiry, headers)).status).toBe(201);
    }
  });
});

const notJson = 'The body is not valid JSON in UTF-8. Correct it and send it again.';
const badKey =
  'Idempotency-Key has to be 1 to 255 visible ASCII characters. Correct it or leave it out.';
const otherSite = 'This inquiry came from another site. Please send it from our contact page.';
const otherType = expect.stringContaining('application/json') as string;
const compressed = expect.stringContaining('Content-Encoding') as string;
const tooLarge = 'This inquiry is larger than 64 KiB. Please shorten it and send it again.';

describe('a request that is rejected', () => {
  const cases: [string, number, string, Record<string, string>, string?][] = [
    ['half of a JSON object', 400, notJson, {}, '{"firstName": '],
    ['an empty body', 400, notJson, {}, ''],
    ['deeply nested JSON', 400, notJson, {}, '['.repeat(60_000)],
    ['an empty key', 400, badKey, { 'idempotency-key': '' }],
    ['a key of 256 characters', 400, badKey, { 'idempotency-key': 'k'.repeat(256) }],
    ['a key with a space', 400, badKey, { 'idempotency-key': 'a b' }],
    ['a key that is not ASCII', 400, badKey, { 'idempotency-key': 'caf\u00e9' }],
    ['the origin of another site', 403, otherSite, { origin: 'https://evil.example' }],
    ['no Content-Type', 415, otherType, { 'content-type': '' }],
    ['another Content-Type', 415, otherType, { 'content-type': 'application/jsonp' }],
    ['a compressed body', 415, compressed, { 'content-encoding': 'gzip' }],
  ];

  it('has an invalid header or body', async () => {
    const { send, countRows } = await setUp({ publicUrl: 'https://firm.example' });
    for (const [what, status, error, headers, body = JSON.stringify(sampleInquiry)] of cases) {
      expect(await parseResponse(await send(body, headers)), what).toEqual({ status, error });
    }
    expect(await countRows()).toBe(0);
  });

  it('has another method than POST', async () => {
    const { app } = await setUp();
    for (const method of ['GET', 'HEAD', 'OPTIONS', 'PUT', 'DELETE']) {
      const response = await app.request(url, { method });
      expect(response.status).toBe(405);
      expect(response.headers.get('allow')).toBe('POST');
      expect(response.headers.get('cache-control')).toBe('no-store');
    }
    const { error } = await parseResponse(await app.request(url));
    expect(error).toBe('This address takes inquiries only. Send one with POST.');
  });

  it('has a larger Content-Length than 64 KiB, and its body is not read', async () => {
    const { send } = await setUp();
    let isRead = false;
    const body = new ReadableStream({ pull: () => void (isRead = true) }, { highWaterMark: 0 });
    const response = await send(body, { 'content-length': '65537' });
    expect(await parseResponse(response)).toEqual({ status: 413, error: tooLarge });
    expect(isRead).toBe(false);
  });

  it('has an endless body, of which only the limit is read', async () => {
    const { send } = await setUp();
    const chunk = new Uint8Array(1024).fill(0x20);
    let chunks = 0;
    let isCancelled = false;
    const body = new ReadableStream({
      pull: (controller) => {
        chunks++;
        controller.enqueue(chunk);
      },
      cancel: () => void (isCancelled = true),
    });
    expect(await parseResponse(await send(body))).toEqual({ status: 413, error: tooLarge });
    expect(chunks).toBeLessThan(70);
    expect(isCancelled).toBe(true);
  });

  it('has invalid fields, which the response lists', async () => {
    const { post, countRows } = await setUp();
    const response = await post({ ...sampleInquiry, firstName: '', email: 'ada' });
    expect(await parseResponse(response)).toEqual({
      status: 422,
      error:
        'Please correct this and send it again: First name is required (firstName); Please enter a valid email address (email).',
      fields: {
        firstName: 'First name is required',
        email: 'Please enter a valid email address',
      },
    });
    expect(await countRows()).toBe(0);
  });
});

describe('cross-site posts', () => {
  it('are logged once a minute with their count and a truncated origin', async () => {
    const { post, wait, lines } = await setUp({ publicUrl: 'https://firm.example' });
    const postFrom = (origin: string) => post(sampleInquiry, { origin });
    await postFrom('https://evil.example');
    await postFrom('https://evil.example');
    wait(59_999);
    await postFrom('https://evil.example');
    expect(lines).toHaveLength(1);
    wait(1);
    await postFrom(`https://${'x'.repeat(8000)}`);
    expect(lines.map((line) => JSON.parse(line) as object)).toMatchObject([
      { origin: 'https://evil.example', publicUrl: 'https://firm.example', count: 1 },
      { origin: `https://${'x'.repeat(259)}`, count: 3 },
    ]);
  });
});

describe('an Idempotency-Key', () => {
  it('returns the same response to a repeat, and belongs to one inquiry', async () => {
    const { post, countRows } = await setUp();
    const headers = { 'idempotency-key': 'form-1' };
    const first = await post(sampleInquiry, headers);
    const second = await post({ ...sampleInquiry, company: ' Analytical Engines ' }, headers);
    expect(second.status).toBe(201);
    expect(await second.json()).toEqual(await first.json());
    expect(await parseResponse(await post({ ...sampleInquiry, role: 'Other' }, headers))).toEqual({
      status: 422,
      error: 'This Idempotency-Key stands for another inquiry. Send this one with a new key.',
    });
    expect(await countRows()).toBe(1);
  });
});

describe('429', () => {
  const limits = [{ submissions: 2, seconds: 60 }];

  it('is for inquiries above the limit, valid or not, and logged once', async () => {
    const { post, send, countRows, logged } = await setUp({ limits });
    expect((await post(sampleInquiry)).status).toBe(201);
    expect((await send('{')).status).toBe(400);
    const response = await post(sampleInquiry);
    expect(response.headers.get('retry-after')).toBe('60');
    expect(response.headers.get('cache-control')).toBe('no-store');
    expect(await parseResponse(response)).toEqual({
      status: 429,
      error: 'Too many inquiries came from your network. Please send it again in 60 s.',
      limit: 'network',
    });
    await post(sampleInquiry);
    expect(await countRows()).toBe(1);
    expect(logged().match(/rejecting inquiries/g)).toHaveLength(1);
  });

  it('by the limit of all networks has its own error and log line', async () => {
    vi.useFakeTimers({ toFake: ['Date'] });
    onTestFinished(() => void vi.useRealTimers());
    const { post, lines, onRateLimited } = await setUp({ limits, remoteAddress: '127.0.0.1' });
    const postAll = (roles: string[]) =>
      Promise.all(roles.map((role) => post({ ...sampleInquiry, role })));
    const roles = Array.from({ length: 70 }, (_, nth) => `Role ${nth}`);
    const statuses = (await postAll(roles)).map(({ status }) => status);
    expect(statuses.toSorted()).toEqual([
      ...Array<number>(60).fill(201),
      ...Array<number>(10).fill(429),
    ]);
    const response = await post(sampleInquiry);
    expect(response.headers.get('retry-after')).toBe('60');
    expect(await parseResponse(response)).toEqual({
      status: 429,
      error: 'We are receiving more inquiries than usual. Please send it again in 60 s.',
      limit: 'all',
    });
    expect(
      lines.map((line) => JSON.parse(line) as { level: number }).filter(({ level }) => level > 30),
    ).toEqual([
      expect.objectContaining({
        level: 40,
        retryAfterSeconds: 60,
        msg: 'Rate limit exceeded: rejecting inquiries from all networks',
      }),
    ]);
    expect(onRateLimited).toHaveBeenCalledTimes(11);
    expect(onRateLimited).toHaveBeenCalledWith(expect.objectContaining({ isGlobal: true }));
  });

  it('is not for visitors during a flood of invalid posts', async () => {
    const { send, post, countRows } = await setUp({
      limits: parseRateLimits('10/min,50/day') as RateLimit[],
      trustedHops: 1,
    });
    const invalid = JSON.stringify({ ...sampleInquiry, email: 'ada@' });
    const statuses: number[] = [];
    for (let nth = 0; nth < 420; nth += 1) {
      await send(invalid, { 'x-forwarded-for': `198.51.100.${nth % 35}` });
      if (nth % 18) continue;
      const visitor = { 'x-forwarded-for': `203.0.113.${nth / 18}` };
      statuses.push((await post({ ...sampleInquiry, role: `Visitor ${nth}` }, visitor)).status);
    }
    expect(new Set(statuses)).toEqual(new Set([201]));
    expect(await countRows()).toBe(statuses.length);
  });

  it('by the limit of all networks is not for repeats of stored inquiries', async () => {
    const oneAMinute = [{ submissions: 1, seconds: 60 }];
    const { post, countRows } = await setUp({ limits: oneAMinute, remoteAddress: '127.0.0.1' });
    const postWithKey = (nth: number, role = `Role ${nth}`) =>
      post({ ...sampleInquiry, role }, { 'idempotency-key': `form-${nth}` });
    const first = await postWithKey(0);
    // Repeats take no points.
    for (let nth = 0; nth < 40; nth += 1) expect((await postWithKey(0)).status).toBe(201);
    for (let nth = 1; nth < 30; nth += 1) expect((await postWithKey(nth)).status).toBe(201);
    expect((await postWithKey(30)).status).toBe(429);
    const repeat = await postWithKey(0);
    expect([repeat.status, await repeat.json()]).toEqual([201, await first.json()]);
    expect((await postWithKey(0, 'Chair')).status).toBe(422);
    expect(await countRows()).toBe(30);
  });

  it('is not for a person at the machine of a site without a public address', async () => {
    const opened = await temporaryStore();
    const statusOfThird = async (
      { remoteAddress = '127.0.0.1', publicUrl }: Changes,
      headers?: Record<string, string>,
    ) => {
      const { send } = await setUp({ opened, limits, remoteAddress, publicUrl });
      await send('{', headers);
      await send('{', headers);
      return (await send('{', headers)).status;
    };
    expect(await statusOfThird({})).toBe(400);
    expect(await statusOfThird({ remoteAddress: '::1' })).toBe(400);
    expect(await statusOfThird({ publicUrl: 'http://localhost:3000' })).toBe(400);
    expect(await statusOfThird({ publicUrl: 'http://[::1]:3000' })).toBe(400);

    expect(await statusOfThird({ remoteAddress: '192.168.1.7' })).toBe(429);
    expect(await statusOfThird({ publicUrl: 'https://firm.example' })).toBe(429);
    expect(await statusOfThird({}, { 'x-forwarded-for': '203.0.113.7' })).toBe(429);
    expect(await statusOfThird({}, { 'x-forwarded-proto': 'https' })).toBe(429);
  });
});

describe('503', () => {
  it('is for a locked store, until it is unlocked', async () => {
    const { location, post, countRows, logged } = await setUp({ lockWaitMs: 20 });
    const unlock = await lockStore(location);
    const response = await post(sampleInquiry);
    expect(response.headers.get('retry-after')).toBe('5');
    expect(await parseResponse(response)).toEqual({
      status: 503,
      error: 'We cannot store inquiries at the moment. Please send it again in a few seconds.',
    });
    expect(logged()).toMatch(/database is locked|lock timeout/);

    await unlock();
    expect((await post(sampleInquiry)).status).toBe(201);
    expect(await countRows()).toBe(1);
  });
});

describe('500', () => {
  it('is for an unexpected error, which is logged without the submitted values', async () => {
    const broken = new Proxy({} as Store, {
      get() {
        throw new TypeError('a bug');
      },
    });
    const { post, logged } = await setUp({ opened: { store: broken, location: { file: '' } } });
    const response = await post(sampleInquiry, { 'idempotency-key': 'form-1' });
    expect(response.headers.get('cache-control')).toBe('no-store');
    expect(await parseResponse(response)).toEqual({
      status: 500,
      error: 'Something went wrong on our side. Please send your inquiry again.',
    });
    expect(logged()).toMatch(
      /"TypeError".*contact-api\.test\.ts:\d+.*The contact API request failed/,
    );
    expect(logged()).not.toContain('a bug');
    expect(logged()).not.toMatch(/Ada|Lovelace|partnership/);
  });
});
