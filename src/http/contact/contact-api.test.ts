import { Hono } from 'hono';
import { describe, expect, it, vi } from 'vitest';
import { lockStore } from '../../../tests/fixtures/lock-store.ts';
import { createRecordedLog } from '../../../tests/fixtures/recorded-log.ts';
import { sampleInquiry } from '../../../tests/fixtures/sample-inquiry.ts';
import { temporaryStore } from '../../../tests/fixtures/temporary-store.ts';
import type { RateLimit } from '../../config/setting-values.ts';
import { listInquiries } from '../../store/inquiries/list-inquiries.ts';
import type { Store } from '../../store/store.ts';
import { contactApi } from './contact-api.ts';
import { createPostHandler } from './handle-post.ts';

const url = 'http://localhost/api/contact-form';
const noon = Date.parse('2026-11-21T12:00:00.000Z');

interface Changes {
  opened?: Awaited<ReturnType<typeof temporaryStore>>;
  publicUrl?: string | undefined;
  lockWaitMs?: number;
  rateLimits?: RateLimit[];
}

async function setUp(changes: Changes = {}) {
  let now = noon;
  const { lockWaitMs = 2000 } = changes;
  const { store, location } = changes.opened ?? (await temporaryStore({ lockWaitMs }));
  const { log, text } = createRecordedLog();
  const app = new Hono();
  const { rateLimits = [], publicUrl } = changes;
  const metrics = {
    inquiryRateLimited: vi.fn(),
  };
  const limited = { rateLimits, trustedHops: 1, metrics };
  const dependencies = { store, clock: () => now, log, publicUrl, ...limited };
  app.all('/api/contact-form', contactApi(createPostHandler(dependencies), dependencies));

  const send = async (body: BodyInit, headers: Record<string, string> = {}) =>
    app.request(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body,
      duplex: 'half',
    } as RequestInit);
  const post = (inquiry: unknown, headers?: Record<string, string>) =>
    send(JSON.stringify(inquiry), headers);
  const countRows = async () => (await listInquiries(store)).length;
  const wait = (ms: number) => (now += ms);
  return { app, store, location, send, post, countRows, wait, logged: text, metrics };
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
  const from = (network: string, key?: string) => ({
    'x-forwarded-for': network,
    ...(key && { 'idempotency-key': key }),
  });

  it('is for posts of a network above its limit, valid or not, and logged once', async () => {
    const { post, send, countRows, logged, metrics } = await setUp({
      rateLimits: [{ posts: 2, seconds: 60 }],
    });
    const [one, other] = [from('198.51.100.1'), from('198.51.100.2')];
    expect((await post(sampleInquiry, one)).status).toBe(201);
    expect((await send('{', one)).status).toBe(400);
    const response = await post(sampleInquiry, one);
    expect(response.headers.get('retry-after')).toBe('60');
    expect(response.headers.get('cache-control')).toBe('no-store');
    expect(await parseResponse(response)).toEqual({
      status: 429,
      error: 'Too many inquiries came from your network. Please send it again in 60 s.',
      limit: 'network',
    });
    expect((await send('{', one)).status).toBe(429);
    expect((await post(sampleInquiry, other)).status).toBe(201);
    expect(await countRows()).toBe(2);
    expect(logged().match(/rejecting inquiries from a network/g)).toHaveLength(1);
    expect(metrics.inquiryRateLimited).toHaveBeenCalledTimes(2);
    expect(logged()).not.toContain('198.51');
  });

  it('is for valid inquiries above the limit of all networks', async () => {
    const { post, send, wait, countRows, logged, metrics } = await setUp({
      rateLimits: [{ posts: 1, seconds: 60 }],
    });
    for (let nth = 0; nth < 30; nth += 1) {
      expect((await send('{', from(`198.51.100.${nth}`))).status).toBe(400);
      expect((await post(sampleInquiry, from(`203.0.113.${nth}`))).status).toBe(201);
    }
    const response = await post(sampleInquiry, from('192.0.2.1'));
    expect(response.headers.get('retry-after')).toBe('60');
    expect(await parseResponse(response)).toEqual({
      status: 429,
      error: 'We are receiving more inquiries than usual. Please send it again in 60 s.',
      limit: 'all',
    });
    expect((await send('{', from('192.0.2.2'))).status).toBe(400);
    expect((await post(sampleInquiry, from('192.0.2.3'))).status).toBe(429);
    expect(logged().match(/rejecting inquiries from all networks/g)).toHaveLength(1);
    expect(metrics.inquiryRateLimited).toHaveBeenLastCalledWith(
      expect.objectContaining({ isGlobal: true }),
    );
    wait(60_000);
    expect((await post(sampleInquiry, from('192.0.2.4'))).status).toBe(201);
    expect(await countRows()).toBe(31);
  });

  it('is not for repeats of a stored inquiry, which do not count', async () => {
    const { post, send, countRows } = await setUp({
      rateLimits: [{ posts: 2, seconds: 60 }],
    });
    const keyed = from('198.51.100.1', 'form-1');
    const first = await (await post(sampleInquiry, keyed)).json();
    const repeat = async () => (await post(sampleInquiry, keyed)).json();
    for (let nth = 0; nth < 3; nth += 1) expect(await repeat()).toEqual(first);
    expect((await send('{', keyed)).status).toBe(400);
    expect((await send('{', keyed)).status).toBe(429);
    expect(await repeat()).toEqual(first);
    expect((await post({ ...sampleInquiry, role: 'Chair' }, keyed)).status).toBe(422);
    expect(await countRows()).toBe(1);
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
