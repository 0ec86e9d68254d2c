import { describe, expect, it } from 'vitest';
import { createRecordedLog } from '../../tests/fixtures/recorded-log.ts';
import { sampleInquiry } from '../../tests/fixtures/sample-inquiry.ts';
import { temporaryStore } from '../../tests/fixtures/temporary-store.ts';
import { listInquiries } from '../store/inquiries/list-inquiries.ts';
import { createApp } from './app.ts';
import type { Representation } from './pages/negotiate.ts';
import type { Pages } from './pages/site.ts';

const dayMs = 24 * 60 * 60 * 1000;
const formHeaders = { 'content-type': 'application/x-www-form-urlencoded' };

const representation: Representation = {
  status: 200,
  headers: { 'content-type': 'text/html; charset=utf-8' },
  bodies: { identity: new TextEncoder().encode('a page') },
  hash: 'page',
};
const page = async () => representation;

async function setUp(broken: Partial<Pages> = {}) {
  const { store } = await temporaryStore();
  const { log, text } = createRecordedLog();
  let now = Date.parse('2026-11-21T12:00:00.000Z');
  const app = createApp({
    pages: {
      find: page,
      getConfirmation: page,
      renderContactForm: async (_, status) => ({ ...representation, status }),
      renderActionLink: page,
      removeTrailingSlash: () => undefined,
      ...broken,
    },
    files: new Map(),
    policy: "default-src 'none'",
    store,
    clock: () => now,
    log,
    publicUrl: undefined,
  });
  const postJson = (key: string, changes = {}) =>
    app.request('/api/contact-form', {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'idempotency-key': key },
      body: JSON.stringify({ ...sampleInquiry, ...changes }),
    });
  const postForm = (changes = {}) =>
    app.request('/contact', {
      method: 'POST',
      headers: formHeaders,
      body: new URLSearchParams({ ...sampleInquiry, ...changes }).toString(),
    });
  return { app, store, postJson, postForm, setClock: (ms: number) => (now += ms), logged: text };
}

describe('a page that cannot be rendered', () => {
  it('gets 500 and is logged; the next request succeeds', async () => {
    const renderContactForm = async () => {
      throw new TypeError(`a bug after ${sampleInquiry.lastName}`);
    };
    const { app, store, postForm, postJson, logged } = await setUp({ renderContactForm });
    const failed = await postForm({ email: '' });
    expect(failed.status).toBe(500);
    expect(await failed.text()).toContain('Please try again');
    expect(logged()).toMatch(/"level":50,.*"TypeError".*"msg":"A request failed"/);
    expect(logged()).not.toMatch(/Lovelace|analytical/);

    expect((await app.request('/about')).status).toBe(200);
    expect((await postJson('next')).status).toBe(201);
    expect(await listInquiries(store)).toHaveLength(1);
  });
});

describe('a system clock that is changed', () => {
  it.each([
    ['back', -dayMs],
    ['forward', dayMs],
  ])('%s by a day still stores each inquiry once', async (_, ms) => {
    const { app, store, postJson, postForm, setClock } = await setUp();
    const before = await (await postJson('one')).json();
    const location = (await postForm({ role: 'Chair' })).headers.get('location') ?? '';
    setClock(ms);
    expect(await (await postJson('one')).json()).toEqual(before);
    expect((await app.request(location)).status).toBe(200);
    expect((await postJson('two', { role: 'Partner' })).status).toBe(201);
    expect((await postForm({ role: 'Founder' })).status).toBe(303);
    expect(await listInquiries(store)).toHaveLength(4);
  });
});
