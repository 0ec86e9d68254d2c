import fc from 'fast-check';
import { expect, it } from 'vitest';
import { createApp } from '../../src/http/app.ts';
import { createPostHandler, createPostLimits } from '../../src/http/contact/handle-post.ts';
import { createPageCache } from '../../src/http/pages/page-cache.ts';
import { loadSiteBundle } from '../../src/http/pages/site-build.ts';
import { fieldNames, parseInquiry } from '../../src/inquiry/inquiry.ts';
import { listInquiries } from '../../src/store/inquiries/list-inquiries.ts';
import { createRecordedLog } from '../fixtures/recorded-log.ts';
import { toBindings } from '../fixtures/request-bindings.ts';
import { sampleInquiry } from '../fixtures/sample-inquiry.ts';
import { temporaryStore } from '../fixtures/temporary-store.ts';

const numRuns = 300;

/** Texts that are known to break forms, databases, pages, e-mails and logs. */
const hostile = fc.oneof(
  fc.constantFrom(
    ...['"><script>alert(1)</script>', "' onfocus=alert(1) autofocus '"],
    ...['</textarea></title><svg/onload=alert(1)>', '&lt;b&gt; &amp;amp; &#x3c;'],
    ...["'; drop table inquiries; --", '%_%', '{{7*7}}${7*7}<%= 7*7 %>#{7*7}'],
    ...['a@b.example\r\nBcc: all@evil.example', '{"level":60,"msg":"forged"}'],
    ...['\u001b[2J\u001b]0;title\u0007', '=cmd|"/C calc"!A0', '__proto__', 'a\0b'],
    ...['\udfff\ud800', '\u202egnp.exe', '\u2028\u2029\u0085\uffff', ' \u00a0\u3000 ', ''],
    ...['x'.repeat(101), '👩‍👩‍👧‍👦'.repeat(500), '='.repeat(60_000)],
    `${'a'.repeat(64)}@${'a-'.repeat(60)}.example`,
  ),
  fc.string({ unit: 'binary', maxLength: 300 }),
);

/** Chooses the first in 95 % of cases, so that some inquiries reach the store. */
const mostly = <One, Other>(usual: fc.Arbitrary<One>, others: fc.Arbitrary<Other>) =>
  fc.oneof({ weight: 19, arbitrary: usual }, { weight: 1, arbitrary: others });

/** Generates the form's fields; some are undefined, which means missing. */
function fieldsWith<Value>(others: fc.Arbitrary<Value>) {
  const valid = Object.entries({ ...sampleInquiry, honeypot: '' });
  const other = fc.option(others, { nil: undefined });
  return fc.record({
    ...Object.fromEntries(valid.map(([name, text]) => [name, mostly(fc.constant(text), other)])),
    message: mostly(
      fc.uuid().map((id) => `Unique message: ${id}`),
      other,
    ),
  });
}

const apiBody = mostly(
  fieldsWith(fc.oneof(hostile, fc.jsonValue({ maxDepth: 3 }))).map((it) => JSON.stringify(it)),
  fc.oneof(
    fc.json({ maxDepth: 8 }),
    fc.nat(40_000).map((depth) => '['.repeat(depth)),
    hostile.map((email) => `{"__proto__":${JSON.stringify({ email })},"length":1}`),
  ),
);
const formBody = mostly(
  fieldsWith(hostile).map((fields) => {
    const sent = Object.entries(fields).filter(([, value]) => value !== undefined);
    return `${new URLSearchParams(sent as [string, string][])}`;
  }),
  fc
    .array(fc.constantFrom(...fieldNames, '__proto__', '%', '%zz', '&', '=', '+', '[]', '%00'))
    .map((parts) => parts.join('=')),
);

it('no fuzzed submission breaks the server, a page or the store', async () => {
  const { store } = await temporaryStore();
  const { log, lines } = createRecordedLog();
  const bundle = await loadSiteBundle('dist');
  if (!bundle) throw new Error('There is no build. Run "npm run build".');
  const common = { publicUrl: undefined, clock: () => Date.now() };
  const pages = await createPageCache(bundle, common, (error) => log.error({ err: error }));
  const { firm } = bundle.renderer;
  const site = { firm, getPages: pages, getFile: () => undefined };
  const receiveDependencies = { store, clock: common.clock, destinations: [] };
  const handlePost = createPostHandler({
    receiveDependencies,
    log,
    limits: createPostLimits([], log),
    trustedHops: 0,
  });
  const app = createApp({ ...common, site, handlePost, log });
  const statuses: number[] = [];

  async function post(path: string, body: string, type: string) {
    const request = { method: 'POST', headers: { 'content-type': type } };
    const response = await app.request(`http://localhost${path}`, request, toBindings(body));
    const text = await response.text();
    statuses.push(response.status);
    expect(response.status, text).toBeLessThan(500);
    expect(text).not.toMatch(/\n\s+at |node:internal|\.ts:\d/);
    return { response, text };
  }
  const api = fc.asyncProperty(apiBody, async (body) => {
    const { response, text } = await post('/api/contact-form', body, 'application/json');
    expect(JSON.parse(text)[response.status === 201 ? 'id' : 'error']).toMatch(/./);
  });
  const form = fc.asyncProperty(formBody, async (body) => {
    const { response, text } = await post('/contact', body, 'application/x-www-form-urlencoded');
    if (!response.headers.get('content-type')?.startsWith('text/html')) return;
    expect(text.match(/<script\b/g)).toHaveLength(1);
    const typed = [...new URLSearchParams(body).values()];
    const markup = typed.filter((value) => /[<"]./.test(value) && value.length > 6);
    expect(markup.filter((value) => text.includes(value))).toEqual([]);
  });
  await fc.assert(api, { numRuns });
  await fc.assert(form, { numRuns });

  const rows = await listInquiries(store);
  for (const { id, receivedAt, status, suspectedSpam, ...inquiry } of rows)
    expect(parseInquiry(inquiry), `${id} ${receivedAt} ${status} ${suspectedSpam}`).toEqual({
      ok: true,
      inquiry,
    });
  expect(lines.filter((line) => JSON.parse(line).level >= 50)).toEqual([]);
  // The run must cover both accepted and rejected submissions.
  expect(rows.length).toBeGreaterThan(30);
  expect(statuses.filter((status) => status === 422 || status === 400).length).toBeGreaterThan(100);
}, 60_000);
