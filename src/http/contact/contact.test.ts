import { Hono } from 'hono';
import { sql } from 'kysely';
import { describe, expect, it, vi } from 'vitest';
import { lockStore } from '../../../tests/fixtures/lock-store.ts';
import { createRecordedLog } from '../../../tests/fixtures/recorded-log.ts';
import { toBindings } from '../../../tests/fixtures/request-bindings.ts';
import { longEnough, sampleInquiry } from '../../../tests/fixtures/sample-inquiry.ts';
import { temporaryStore } from '../../../tests/fixtures/temporary-store.ts';
import type { RateLimit } from '../../config/setting-values.ts';
import { errors, textErrors } from '../../content/fields.ts';
import { fieldRecords, messageMinLength } from '../../inquiry/inquiry.ts';
import { listInquiries } from '../../store/inquiries/list-inquiries.ts';
import { StoreUnavailable } from '../../store/store-errors.ts';
import { findFailedChecks } from '../lifecycle/failed-checks.ts';
import type { Pages } from '../pages/page-cache.ts';
import type { BodyRejection } from '../request/read-body.ts';
import { maxBodyBytes } from '../request-limits.ts';
import { createApiHandler } from './contact-api.ts';
import { createFormHandler } from './contact-form-post.ts';
import { createPostHandler, createPostLimits } from './handle-post.ts';

type Headers = Record<string, string>;
type Posted = Parameters<Pages['renderContactForm']>[0];

const publicUrl = 'https://firm.example';
const form = { ...sampleInquiry, honeypot: '' };

interface Options {
  lockWaitMs?: number;
  /** Maximum number of posts of a network in a minute (default: unlimited). */
  posts?: number;
  /** Locale of the firm. */
  locale?: string;
}

/** Creates an app with the API and the form. `rendered` records the data of the form. */
async function setUp({ lockWaitMs = 2000, posts, locale }: Options = {}) {
  const { store, location } = await temporaryStore({ lockWaitMs });
  const { log, text: logged } = createRecordedLog();
  let now = Date.parse('2026-11-21T12:00:00.000Z');
  const metrics = { inquiryRateLimited: vi.fn() };
  const rendered: (Posted | [reason: string, retryAfterSeconds: number])[] = [];
  const createPage = (status: number) => {
    const identity = new TextEncoder().encode('the contact page');
    return { status, headers: { 'cache-control': 'no-store' }, bodies: { identity }, hash: '' };
  };
  const pages = {
    renderContactForm(posted, status) {
      rendered.push(posted);
      return createPage(status);
    },
    renderUnreadForm(reason, retryAfterSeconds, status) {
      rendered.push([reason, retryAfterSeconds]);
      return createPage(status);
    },
  } as Partial<Pages> as Pages;
  const rateLimits: RateLimit[] = posts ? [{ posts, seconds: 60 }] : [];
  const limited = { limits: createPostLimits(rateLimits, log), trustedHops: 1, metrics };
  const clock = () => now;
  const receiveDependencies = { store, clock, destinations: [] };
  const handlePost = createPostHandler({ receiveDependencies, log, locale, ...limited });
  const app = new Hono();
  app.all('/api/contact-form', createApiHandler(handlePost, publicUrl));
  app.post(
    '/contact',
    createFormHandler(handlePost, () => pages, { publicUrl, clock }),
  );

  const send = async (path: string, body: string, headers: Headers, rejection?: BodyRejection) => {
    const reason = body.length > maxBodyBytes ? 'tooLarge' : rejection;
    return app.request(path, { method: 'POST', headers }, toBindings(body, reason));
  };
  const sendJson = async (body: string, headers?: Headers) => {
    const type = { 'content-type': 'application/json' };
    const response = await send('/api/contact-form', body, { ...type, ...headers });
    expect(response.headers.get('content-type')).toBe(type['content-type']);
    const retryAfter = response.headers.get('retry-after') ?? undefined;
    return { status: response.status, retryAfter, ...((await response.json()) as object) };
  };
  const sendForm = (body: string, headers?: Headers, rejection?: BodyRejection) => {
    const type = { 'content-type': 'application/x-www-form-urlencoded' };
    return send('/contact', body, { ...type, ...headers }, rejection);
  };
  return {
    app,
    location,
    logged,
    metrics,
    rendered,
    store,
    sendForm,
    sendJson,
    postApi: (changes: object = {}, headers?: Headers) =>
      sendJson(JSON.stringify({ ...sampleInquiry, ...changes }), headers),
    postForm: (changes: object = {}, headers?: Headers) =>
      sendForm(`${new URLSearchParams({ ...form, ...changes })}`, headers),
    stored: () => listInquiries(store),
    wait: (ms: number) => (now += ms),
  };
}

describe('an inquiry', () => {
  it('to the API gets 201 with its id and time, and is logged only with its id', async () => {
    const { stored, postApi, logged } = await setUp();
    const answer = await postApi({ firstName: '  Ada ', extra: 'dropped' });
    const [inquiry] = await stored();
    expect(inquiry).toMatchObject(sampleInquiry);
    const receivedAt = '2026-11-21T12:00:00.000Z';
    expect(answer).toEqual({ status: 201, id: inquiry?.id, receivedAt });
    expect(logged()).toContain(inquiry?.id);
    expect(logged()).not.toMatch(/Ada|Lovelace|analytical|partnership/);
  });

  it('of the form redirects to the receipt page', async () => {
    const { stored, postForm } = await setUp();
    const response = await postForm();
    expect(response.status).toBe(303);
    expect(response.headers.get('location')).toBe('/contact?sent=2026-11-21T12:00Z#sent');
    expect(await stored()).toEqual([expect.objectContaining(sampleInquiry)]);
  });

  it('of the form that is sent again is confirmed with the time at which it was stored', async () => {
    const { postForm, stored, wait } = await setUp();
    const sentAgainAfter = async (minutes: number) => {
      wait(minutes * 60_000);
      return (await postForm()).headers.get('location');
    };
    const sent = '/contact?sent=2026-11-21T12:00Z';
    expect(await sentAgainAfter(0)).toBe(`${sent}#sent`);
    expect(await sentAgainAfter(30)).toBe(`${sent}#sent`);
    expect(await sentAgainAfter(1)).toBe(`${sent}&again=2026-11-21T12:31Z#sent`);
    expect(await sentAgainAfter(23 * 60)).toBe(`${sent}&again=2026-11-22T11:31Z#sent`);
    // The clock of the server that stored the inquiry is ahead.
    expect(await sentAgainAfter(-23 * 60 - 33)).toBe(`${sent}&again=2026-11-21T11:58Z#sent`);
    expect(await stored()).toHaveLength(1);
  });

  it.each<Headers>([
    { 'content-type': 'Application/JSON; charset=utf-8' },
    { 'content-encoding': 'identity' },
    { 'idempotency-key': 'k'.repeat(256) },
    { origin: publicUrl },
  ])('may have %j', async (headers) => {
    const { postApi } = await setUp();
    expect((await postApi({}, headers)).status).toBe(201);
  });

  it('may have brackets, commas and quotation marks in a text', async () => {
    const { postApi, stored } = await setUp();
    const message = `A list: ${'["\\", {}], '.repeat(300)}and an end.`;
    expect((await postApi({ message })).status).toBe(201);
    expect(await stored()).toMatchObject([{ message }]);
  });
});

describe('a request to the API that is rejected', () => {
  const notJson = 'The body is not valid JSON in UTF-8. Correct it and send it again.';
  const otherSite = 'This inquiry came from another site. Please send it from our contact page.';
  const tooComplex = expect.stringContaining('too many levels or members') as string;
  const otherType = expect.stringContaining('application/json') as string;
  const compressed = expect.stringContaining('Content-Encoding') as string;
  const tooLarge = 'This inquiry is larger than 64 KiB. Please shorten it and send it again.';

  it.each<[string, number, string, Headers, string?]>([
    ['half of a JSON object', 400, notJson, {}, '{"firstName": '],
    ['an empty body', 400, notJson, {}, ''],
    ['deeply nested JSON', 400, tooComplex, {}, `${'['.repeat(30_000)}${']'.repeat(30_000)}`],
    ['nested objects', 400, tooComplex, {}, '{"a":'.repeat(10_000)],
    ['an array of objects', 400, tooComplex, {}, `[${'{},'.repeat(20_000)}{}]`],
    ['thousands of texts', 400, tooComplex, {}, '""'.repeat(9000)],
    ['thousands of members', 400, tooComplex, {}, `{${'"a":1,'.repeat(9000)}"b":1}`],
    ['the origin of another site', 403, otherSite, { origin: 'https://evil.example' }],
    ['no Content-Type', 415, otherType, { 'content-type': '' }],
    ['another Content-Type', 415, otherType, { 'content-type': 'application/jsonp' }],
    ['a compressed body', 415, compressed, { 'content-encoding': 'gzip' }],
    ['a large body', 413, tooLarge, {}, ' '.repeat(65_537)],
  ])('has %s', async (_, status, error, headers, body = JSON.stringify(sampleInquiry)) => {
    const { sendJson, stored } = await setUp();
    expect(await sendJson(body, headers)).toEqual({ status, error });
    expect(await stored()).toEqual([]);
  });

  it.each(['GET', 'HEAD', 'OPTIONS', 'PUT', 'DELETE'])('has the method %s', async (method) => {
    const { app } = await setUp();
    const response = await app.request('/api/contact-form', { method });
    expect(response.status).toBe(405);
    expect(response.headers.get('allow')).toBe('POST');
    const error = 'This address takes inquiries only. Send one with POST.';
    if (method !== 'HEAD') expect(await response.json()).toEqual({ error });
  });

  it('has invalid fields, which the response lists', async () => {
    const { postApi, stored } = await setUp();
    expect(await postApi({ firstName: '', email: 'ada' })).toEqual({
      status: 422,
      error: `Please correct this and send it again: ${errors.firstName} (firstName); ${errors.email} (email).`,
      fields: { firstName: errors.firstName, email: errors.email },
    });
    expect(await stored()).toEqual([]);
  });
});

describe('the form is rendered again', () => {
  it('with every error, and all values unchanged apart from the honeypot', async () => {
    const { stored, postForm, rendered } = await setUp();
    const typed = { ...form, firstName: '  ', message: ' one\r\ntwo ', fundingStage: ' Seed ' };
    const response = await postForm({ ...typed, email: 'ada@', honeypot: 'auto', unknown: 'x' });
    expect(response.status).toBe(422);
    expect(await response.text()).toBe('the contact page');
    const { firstName, email, message, honeypot } = errors;
    const shown = { firstName, email, message: message(messageMinLength), honeypot };
    const values = { ...typed, email: 'ada@' };
    expect(rendered).toMatchObject([{ values, errors: shown, cut: [] }]);
    expect(await stored()).toEqual([]);
  });

  it('with the beginning of each value that is longer than its field, and names these', async () => {
    const { postForm, rendered, stored } = await setUp();
    const { maxLength } = fieldRecords.message;
    const message = '"'.repeat(maxLength + 1000);
    const { maxLength: nameMaxLength } = fieldRecords.firstName;
    const longest = { role: 'R'.repeat(fieldRecords.role.maxLength) };
    const name = `${'F'.repeat(nameMaxLength - 1)}👋`;
    const typed = { ...form, firstName: name, ...longest, message };
    const notOffered = { persona: 'p'.repeat(9000), companySize: 'constructor' };
    expect((await postForm({ ...typed, ...notOffered })).status).toBe(422);
    // Does not cut an emoji in half.
    const firstName = 'F'.repeat(nameMaxLength - 1);
    const cutMessage = '"'.repeat(maxLength);
    const values = { ...typed, firstName, message: cutMessage, persona: '', companySize: '' };
    const shown = {
      firstName: textErrors.tooLong(`${nameMaxLength + 1}`, `${nameMaxLength}`),
      persona: errors.persona,
      companySize: errors.companySize,
      message: textErrors.tooLong(
        (maxLength + 1000).toLocaleString('en-US'),
        maxLength.toLocaleString('en-US'),
      ),
    };
    expect(rendered).toMatchObject([{ values, errors: shown, cut: ['firstName', 'message'] }]);
    expect(await stored()).toEqual([]);
  });

  it('with numbers as in the language of the firm', async () => {
    const { postForm, rendered } = await setUp({ locale: 'nl-NL' });
    const { maxLength } = fieldRecords.message;
    await postForm({ ...form, message: 'x'.repeat(maxLength + 1000) });
    const [length, max] = [maxLength + 1000, maxLength].map((each) => each.toLocaleString('nl-NL'));
    const message = textErrors.tooLong(length ?? '', max ?? '');
    expect(rendered).toMatchObject([{ errors: { message } }]);
  });

  it('with the whole of an invalid value that has the length of its field', async () => {
    const { postForm, rendered } = await setUp();
    const email = 'x'.repeat(254);
    expect((await postForm({ ...form, email })).status).toBe(422);
    expect(rendered).toMatchObject([{ values: { email }, cut: [] }]);
  });

  it('with the whole of a message with line breaks, of which a browser sends two characters', async () => {
    const { postForm, rendered } = await setUp();
    const message = `${'line\r\n'.repeat(990)}end`;
    expect((await postForm({ ...form, message, email: 'ada@' })).status).toBe(422);
    expect(rendered).toMatchObject([{ values: { message }, cut: [] }]);
    expect((await postForm({ ...form, message })).status).toBe(303);
  });

  it('with an error if it is over 64 KiB, which counts for the rate limit', async () => {
    const { postForm, rendered } = await setUp({ posts: 1 });
    const large = { message: 'x'.repeat(65_536) };
    expect((await postForm(large)).status).toBe(413);
    expect((await postForm(large)).status).toBe(429);
    expect(rendered).toEqual([
      ['tooLarge', 0],
      ['tooMany', 60],
    ]);
  });

  it.each([
    [503, 'overloaded', '5'],
    [400, 'malformed', null],
  ] as const)('with %i and an error if its body is %s', async (status, rejection, retryAfter) => {
    const { sendForm, rendered } = await setUp();
    const response = await sendForm('', {}, rejection);
    expect(response.status).toBe(status);
    expect(response.headers.get('retry-after')).toBe(retryAfter);
    expect(rendered).toEqual([['failed', 0]]);
  });

  it.each<[number, string, Headers]>([
    [403, 'Please send it from our contact page.', { origin: 'https://evil.example' }],
    [415, 'application/x-www-form-urlencoded', { 'content-type': 'multipart/form-data' }],
  ])('never with %i, for a post of another page', async (status, error, headers) => {
    const { stored, postForm } = await setUp();
    const response = await postForm({}, headers);
    expect(response.status).toBe(status);
    expect(response.headers.get('content-type')).toBe('text/plain; charset=utf-8');
    expect(await response.text()).toContain(error);
    expect(await stored()).toEqual([]);
  });
});

describe('the same inquiry', () => {
  type Site = Awaited<ReturnType<typeof setUp>>;
  /** Ways in which a visitor, or a program in between, sends an inquiry twice. */
  const ways: [string, (site: Site) => Promise<unknown>[]][] = [
    ['a double click without script', (site) => [site.postForm(), site.postForm()]],
    ['a retry of the script', (site) => [site.postApi(), site.postApi()]],
    ['the API, then "Send another way"', (site) => [site.postApi(), site.postForm()]],
    [
      'Back after a native submission, then the script',
      (site) => [site.postForm(), site.postApi()],
    ],
    [
      'a second tab, where spaces and line ends differ',
      (site) => [
        site.postApi({ company: ' Analytical Engines ', message: `One\n${longEnough('Two')}` }),
        site.postForm({ message: `One\r\n${longEnough('Two')} ` }),
      ],
    ],
    [
      'funding fields that the form hid',
      (site) => [
        site.postForm({ persona: 'other', fundingStage: 'Seed' }),
        site.postApi({ persona: 'other', fundingStage: undefined, investmentAmount: undefined }),
      ],
    ],
    [
      'a key, another key, and none',
      (site) => [
        site.postApi({}, { 'idempotency-key': 'one' }),
        site.postApi({}, { 'idempotency-key': 'other' }),
        site.postForm({ idempotencyKey: 'third' }),
        site.postApi(),
      ],
    ],
  ];

  it.each(ways)('sent by %s is stored once, and each gets the same receipt', async (_, send) => {
    const site = await setUp();
    const answers = await Promise.all(send(site));
    const [inquiry] = await site.stored();
    for (const answer of answers) {
      const refused = `refused by the rules of inquiry.ts: ${JSON.stringify(answer)}`;
      if (answer instanceof Response) expect(answer.status, refused).toBe(303);
      else expect(answer, refused).toMatchObject({ status: 201, id: inquiry?.id });
    }
    expect(await site.stored()).toHaveLength(1);
  });

  it('is another inquiry a day later, and with another word', async () => {
    const { postApi, postForm, stored, wait } = await setUp();
    const key = { 'idempotency-key': 'one' };
    await postApi({}, key);
    await postApi({ role: 'Chair' }, key);
    wait(24 * 60 * 60 * 1000 - 1);
    await postForm();
    expect(await stored()).toHaveLength(2);
    wait(1);
    await postForm();
    expect(await stored()).toHaveLength(3);
  });
});

describe('429', () => {
  const from = (network: string) => ({ 'x-forwarded-for': network });

  it('is for posts of a network above its limit, valid or not, and logged once', async () => {
    const { postApi, postForm, sendJson, ...site } = await setUp({ posts: 2 });
    const { stored, rendered, logged, metrics } = site;
    const one = from('198.51.100.1');
    const other = from('198.51.100.2');
    expect((await postApi({}, one)).status).toBe(201);
    expect((await sendJson('{', one)).status).toBe(400);
    expect(await postApi({ role: 'Chair' }, one)).toEqual({
      status: 429,
      retryAfter: '60',
      error: 'Too many inquiries came from your network. Please send it again in 60 s.',
      limit: 'network',
    });
    const limited = await postForm({ email: 'ada@' }, one);
    expect([limited.status, limited.headers.get('retry-after')]).toEqual([429, '60']);
    expect(rendered).toEqual([['tooMany', 60]]);
    expect((await postApi({ role: 'Chair' }, other)).status).toBe(201);
    expect(await stored()).toHaveLength(2);
    expect(logged().match(/rejecting inquiries from a network/g)).toHaveLength(1);
    expect(metrics.inquiryRateLimited).toHaveBeenCalledTimes(2);
    expect(logged()).not.toContain('198.51');
  });

  it('is logged for 1,000 networks in an hour', async () => {
    const { sendJson, logged } = await setUp({ posts: 1 });
    for (let nth = 0; nth < 1001; nth += 1) {
      const network = from(`198.18.${nth >> 8}.${nth % 256}`);
      expect((await sendJson('{', network)).status).toBe(400);
      expect((await sendJson('{', network)).status).toBe(429);
    }
    expect(logged().match(/"level":40.*"msg":"Rate limit/g)).toHaveLength(1000);
  });

  it('is for valid inquiries above the limit of all networks', async () => {
    const { postApi, postForm, sendJson, ...site } = await setUp({ posts: 1 });
    const { stored, rendered, logged, metrics } = site;
    for (let nth = 0; nth < 30; nth += 1) {
      expect((await sendJson('{', from(`198.51.100.${nth}`))).status).toBe(400);
      const response = await postApi({ role: `Number ${nth}` }, from(`203.0.113.${nth}`));
      expect(response.status).toBe(201);
    }
    expect(await postApi({}, from('192.0.2.1'))).toEqual({
      status: 429,
      retryAfter: '60',
      error: 'We are receiving more inquiries than usual. Please send it again in 60 s.',
      limit: 'all',
    });
    expect((await sendJson('{', from('192.0.2.2'))).status).toBe(400);
    expect((await postForm({}, from('192.0.2.3'))).status).toBe(429);
    expect(rendered).toEqual([['tooManyOverall', 60]]);
    expect(logged().match(/rejecting inquiries from all networks/g)).toHaveLength(1);
    expect(metrics.inquiryRateLimited.mock.lastCall).toEqual(['tooManyOverall']);
    expect(await stored()).toHaveLength(30);
  });

  it('is not for repeats of a stored inquiry, which count', async () => {
    const { postApi, postForm, sendJson, stored, logged } = await setUp({ posts: 3 });
    const first = await postApi();
    expect((await postForm()).status).toBe(303);
    expect(await postApi()).toEqual(first);
    expect((await sendJson('{')).status).toBe(429);
    for (let nth = 0; nth < 3; nth += 1) expect(await postApi()).toEqual(first);
    expect((await postForm()).status).toBe(303);
    expect((await postApi({ role: 'Chair' })).status).toBe(429);
    expect(await stored()).toHaveLength(1);
    // Repeats are logged only at debug level.
    expect(logged().match(/"level":(30|40)/g)).toHaveLength(2);
  });

  it('is not for posts of another site', async () => {
    const { sendForm, sendJson } = await setUp({ posts: 1 });
    const otherSite = { origin: 'https://evil.example' };
    for (const send of [sendJson, sendForm, sendJson])
      expect((await send('', otherSite)).status).toBe(403);
  });
});

describe('a failure', () => {
  const again = [{ values: form, errors: { form: 'failed' }, cut: [] }];

  it('of the store gets 503, until it is unlocked', async () => {
    const { location, postApi, postForm, ...site } = await setUp({ lockWaitMs: 20 });
    const { stored, rendered, logged } = site;
    const unlock = await lockStore(location);
    expect(await postApi()).toEqual({
      status: 503,
      retryAfter: '5',
      error: 'We cannot store inquiries at the moment. Please send it again in a few seconds.',
    });
    const { status, headers } = await postForm();
    expect([status, headers.get('retry-after')]).toEqual([503, '5']);
    expect(rendered).toEqual(again);
    expect(logged()).toMatch(/database is locked|lock timeout/);
    await unlock();
    expect((await postApi()).status).toBe(201);
    expect(await stored()).toHaveLength(1);
    expect(logged()).not.toMatch(/Ada|Lovelace|partnership/);
  });

  it('of a statement gets 500, and the log names a fault of the program', async () => {
    const { store, postApi, postForm, rendered, logged } = await setUp();
    await sql`alter table inquiries rename column company to firm_name`.execute(store.db);
    expect((await postApi()).status).toBe(500);
    expect((await postForm()).status).toBe(500);
    expect(rendered).toEqual(again);
    const [line] = logged().split('\n');
    expect(JSON.parse(line ?? '')).toMatchObject({
      msg: 'A request failed',
      fault: {
        message: expect.stringMatching(/column .*company/),
        fix: expect.stringMatching(/^A fault of the program/),
      },
    });
    expect(logged()).not.toMatch(/The store is not available|Ada|Lovelace|partnership|restore/);
    expect(await findFailedChecks(store)).toEqual([]);
  });

  it('of the store keeps what was typed above the rate limit, too', async () => {
    const { store, postForm, rendered } = await setUp({ posts: 1 });
    await postForm({ message: longEnough('Another message.') });
    vi.spyOn(store.db, 'getExecutor').mockImplementation(() => {
      throw new StoreUnavailable('It is down');
    });
    expect((await postForm()).status).toBe(503);
    expect(rendered).toEqual(again);
  });

  it('that is unexpected gets 500, and is logged without its message and the values', async () => {
    const { postApi, postForm, wait, rendered, logged } = await setUp();
    wait(Number.NaN);
    expect(await postApi()).toEqual({
      status: 500,
      error: 'Something went wrong on our side. Please send your inquiry again.',
    });
    expect((await postForm()).status).toBe(500);
    expect(rendered).toEqual(again);
    const stack = '"RangeError".*receive-inquiry\\.ts:\\d+.*';
    expect(logged().match(new RegExp(`${stack}A request failed`, 'g'))).toHaveLength(2);
    expect(logged()).not.toMatch(/Invalid time|Ada|Lovelace|partnership/);
  });
});
