import { Hono } from 'hono';
import { describe, expect, it } from 'vitest';
import { lockStore } from '../../../tests/fixtures/lock-store.ts';
import { createRecordedLog } from '../../../tests/fixtures/recorded-log.ts';
import { sampleInquiry } from '../../../tests/fixtures/sample-inquiry.ts';
import { temporaryStore } from '../../../tests/fixtures/temporary-store.ts';
import type { RateLimit } from '../../config/setting-values.ts';
import { listInquiries } from '../../store/inquiries/list-inquiries.ts';
import type { Pages } from '../pages/site.ts';
import {
  contactForm,
  createConfirmationToken,
  verifyConfirmationToken,
} from './contact-form-post.ts';
import { createPostHandler } from './handle-post.ts';
import { receiveInquiry } from '../../receive-inquiry/receive-inquiry.ts';

type Posted = Parameters<Pages['renderContactForm']>[0];

interface Changes {
  publicUrl?: string;
  lockWaitMs?: number;
  rateLimits?: RateLimit[];
}

async function setUp({ publicUrl, lockWaitMs = 2000, rateLimits = [] }: Changes = {}) {
  const { store, location } = await temporaryStore({ lockWaitMs });
  const { log, text } = createRecordedLog();
  let now = Date.parse('2026-11-21T12:00:00.000Z');
  const rendered: Posted[] = [];
  const renderContact = async (posted: Posted, status: number) => {
    rendered.push(posted);
    const identity = new TextEncoder().encode('the contact page');
    return { status, headers: { 'cache-control': 'no-store' }, bodies: { identity }, hash: '' };
  };
  const app = new Hono();
  const limited = { rateLimits, trustedHops: 1 };
  const dependencies = { store, clock: () => now, log, publicUrl, ...limited };
  app.post('/contact', contactForm(createPostHandler(dependencies), renderContact, dependencies));

  const send = async (body: BodyInit, headers: Record<string, string> = {}) =>
    app.request('http://localhost/contact', {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
      body,
    });
  const post = (fields: object, headers?: Record<string, string>) =>
    send(new URLSearchParams({ ...fields }).toString(), headers);
  const wait = (ms: number) => (now += ms);
  return { store, location, send, post, rendered, wait, logged: text };
}

const form = { ...sampleInquiry, honeypot: '' };

describe('the form without script', () => {
  it('is stored and redirects to the confirmation', async () => {
    const { store, post } = await setUp();
    const response = await post(form);
    expect(response.status).toBe(303);
    expect(response.headers.get('location')).toMatch(/^\/contact\?sent=[\w.-]+#sent$/);
    expect(response.headers.get('cache-control')).toBe('no-store');
    expect(await listInquiries(store)).toEqual([expect.objectContaining(sampleInquiry)]);
  });

  it('shares its idempotency key with the API', async () => {
    const { store, post } = await setUp();
    const keyed = { ...form, idempotencyKey: 'form-1' };
    await receiveInquiry({ store, clock: Date.now }, sampleInquiry, {
      kind: 'caller',
      value: 'form-1',
    });
    const answers = await Promise.all([post(keyed), post(keyed)]);
    expect(answers.map(({ status }) => status)).toEqual([303, 303]);
    expect(await listInquiries(store)).toHaveLength(1);
  });

  it('is a new inquiry if it changed under the same key', async () => {
    const { store, post } = await setUp();
    const keyed = { ...form, idempotencyKey: 'form-1' };
    await post(keyed);
    expect((await post({ ...keyed, role: 'Chair' })).status).toBe(303);
    expect(await listInquiries(store)).toHaveLength(2);
  });

  it('is a new inquiry if it is sent again after 24 hours', async () => {
    const { store, post, wait } = await setUp();
    await post(form);
    wait(24 * 60 * 60 * 1000 - 1);
    expect((await post(form)).status).toBe(303);
    expect(await listInquiries(store)).toHaveLength(1);
    wait(1);
    expect((await post(form)).status).toBe(303);
    expect(await listInquiries(store)).toHaveLength(2);
  });

  it('is rendered again with all values unchanged and every error', async () => {
    const { store, post, rendered } = await setUp();
    const typed = { ...form, firstName: '  ', message: ' one\r\ntwo ', fundingStage: ' Seed ' };
    const response = await post({ ...typed, email: 'ada@', unknown: 'x' });
    expect(response.status).toBe(422);
    expect(await response.text()).toBe('the contact page');
    expect(rendered).toEqual([
      {
        values: { ...typed, email: 'ada@' },
        errors: {
          firstName: 'First name is required',
          email: 'Please enter a valid email address',
          message: 'Please provide more details (at least 10 characters)',
        },
      },
    ]);
    expect(await listInquiries(store)).toEqual([]);
  });

  it('is rendered again with an empty honeypot if that was filled in', async () => {
    const { store, post, rendered } = await setUp();
    expect((await post({ ...form, honeypot: 'autofilled' })).status).toBe(422);
    expect(rendered).toEqual([{ values: form, errors: { honeypot: 'Bot detected' } }]);
    expect(await listInquiries(store)).toEqual([]);
  });

  it('is rendered again with all values if the store is not available', async () => {
    const { location, post, rendered, logged } = await setUp({ lockWaitMs: 20 });
    const unlock = await lockStore(location);
    const response = await post(form);
    await unlock();
    expect(response.status).toBe(503);
    expect(response.headers.get('retry-after')).toBe('5');
    expect(rendered).toEqual([{ values: form, errors: { form: 'failed' } }]);
    expect(logged()).not.toMatch(/Lovelace|partnership/);
  });

  it('is rendered again with all values after an unexpected error', async () => {
    const { post, rendered, wait, logged } = await setUp();
    wait(Number.NaN);
    expect((await post(form)).status).toBe(500);
    expect(rendered).toEqual([{ values: form, errors: { form: 'failed' } }]);
    expect(logged()).toMatch(
      /"RangeError".*receive-inquiry\.ts:\d+.*The contact form could not be handled/,
    );
    expect(logged()).not.toMatch(/Lovelace|partnership/);
  });

  it('is rendered again with an error if it is over 64 KiB', async () => {
    const { post, rendered } = await setUp();
    expect((await post({ ...form, message: 'x'.repeat(65_536) })).status).toBe(413);
    expect(rendered).toEqual([{ values: {}, errors: { form: 'tooLarge' } }]);
  });
});

describe('posts above the rate limit', () => {
  it('are rendered again with all values', async () => {
    const { store, post, rendered } = await setUp({ rateLimits: [{ posts: 2, seconds: 60 }] });
    await post(form);
    // Does not count: the first one is stored.
    expect((await post(form)).status).toBe(303);
    await post({ ...form, email: 'ada@' });
    const response = await post({ ...form, role: 'Chair' });
    expect(response.status).toBe(429);
    expect(response.headers.get('retry-after')).toBe('60');
    expect(rendered.at(-1)).toEqual({
      values: { ...form, role: 'Chair' },
      errors: { form: 'tooMany' },
      retryAfterSeconds: 60,
    });
    expect(await listInquiries(store)).toHaveLength(1);
  });

  it('name the limit of all networks', async () => {
    const { post, rendered } = await setUp({ rateLimits: [{ posts: 1, seconds: 60 }] });
    for (let nth = 0; nth < 30; nth += 1) {
      const forwarded = { 'x-forwarded-for': `198.51.100.${nth}` };
      expect((await post({ ...form, role: `Role ${nth}` }, forwarded)).status).toBe(303);
    }
    expect((await post(form)).status).toBe(429);
    expect(rendered.at(-1)).toEqual({
      values: form,
      errors: { form: 'busy' },
      retryAfterSeconds: 60,
    });
    expect((await post({ ...form, role: 'Role 0' })).status).toBe(303);
  });

  it('count if they are too large, because each renders a page', async () => {
    const { send, rendered } = await setUp({ rateLimits: [{ posts: 2, seconds: 60 }] });
    const large = { 'content-length': '65537' };
    expect((await send('x', large)).status).toBe(413);
    expect((await send('x', large)).status).toBe(413);
    expect((await send('x', large)).status).toBe(429);
    expect(rendered.at(-1)).toMatchObject({ values: {}, errors: { form: 'tooMany' } });
  });
});

describe('a post that is not from our form', () => {
  it('is rejected from another site or a null origin', async () => {
    const { store, post } = await setUp({ publicUrl: 'https://firm.example' });
    const response = await post(form, { origin: 'https://evil.example' });
    expect(response.status).toBe(403);
    expect(response.headers.get('content-type')).toBe('text/plain; charset=utf-8');
    expect(response.headers.get('cache-control')).toBe('no-store');
    expect(await response.text()).toContain('Please send it from our contact page.');
    expect((await post(form, { origin: 'null' })).status).toBe(403);
    expect(await listInquiries(store)).toEqual([]);
  });

  it('is rejected in another encoding', async () => {
    const { send, post } = await setUp();
    const boundary = { 'content-type': 'multipart/form-data; boundary=x' };
    expect((await send('', boundary)).status).toBe(415);
    const response = await post(form, { 'content-type': 'text/plain' });
    expect(response.status).toBe(415);
    expect(await response.text()).toContain('application/x-www-form-urlencoded');
  });
});

describe('the confirmation token', () => {
  const key = Buffer.alloc(32, 1);
  const now = Date.parse('2026-11-21T12:00:00Z');
  const token = createConfirmationToken(key, now);
  const tenMinutesMs = 10 * 60 * 1000;

  it('is valid for ten minutes', () => {
    expect(verifyConfirmationToken(key, token, now)).toBe(true);
    expect(verifyConfirmationToken(key, token, now + tenMinutesMs - 1)).toBe(true);
    expect(verifyConfirmationToken(key, token, now + tenMinutesMs)).toBe(false);
  });

  it('cannot be forged or changed', () => {
    expect(verifyConfirmationToken(Buffer.alloc(32, 2), token, now)).toBe(false);
    expect(verifyConfirmationToken(key, `z${token}`, now)).toBe(false);
    expect(verifyConfirmationToken(key, token.slice(0, -1), now)).toBe(false);
    expect(verifyConfirmationToken(key, '', now)).toBe(false);
    expect(verifyConfirmationToken(key, null, now)).toBe(false);
  });
});
