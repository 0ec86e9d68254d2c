import fc from 'fast-check';
import { firm } from '../../src/content/firm.ts';
import { createApp } from '../../src/http/app.ts';
import { createPageCache } from '../../src/http/pages/page-cache.ts';
import { loadSiteBundle } from '../../src/http/pages/site-build.ts';
import { createContentSecurityPolicy } from '../../src/http/security-headers.ts';
import { fieldNames, parseInquiry } from '../../src/inquiry/inquiry.ts';
import { listInquiries } from '../../src/store/inquiries/list-inquiries.ts';
import { createRecordedLog } from '../fixtures/recorded-log.ts';
import { sampleInquiry } from '../fixtures/sample-inquiry.ts';
import { temporaryStore } from '../fixtures/temporary-store.ts';
import { hostileTexts } from './hostile-texts.ts';

export interface FuzzResult {
  /** Number of responses by status. */
  statuses: Record<number, number>;
  stored: number;
  /** Stored rows that the schema would reject or change. */
  invalidRows: string[];
  logged: string;
}

/** Sends `runs` generated submissions to the API and as many to the form of a complete app. */
export async function fuzzSubmissions(runs: number): Promise<FuzzResult> {
  const { store } = await temporaryStore();
  const { log, lines } = createRecordedLog();
  const site = await loadSiteBundle('dist');
  if (!site) throw new Error('There is no build. Run "npm run build".');
  const now = () => Date.now();
  const onError = (error: unknown) => log.error({ err: error });
  const app = createApp({
    pages: await createPageCache({ site, publicUrl: undefined, now, onError }),
    files: new Map(),
    policy: createContentSecurityPolicy(firm, []),
    store,
    clock: now,
    log,
    publicUrl: undefined,
    rateLimits: [],
    trustedHops: 0,
  });
  const statuses: Record<number, number> = {};

  await fc.assert(
    fc.asyncProperty(apiBody, headersOf(jsonTypes), async (bytes, headers) => {
      const response = await post('/api/contact-form', bytes, headers);
      const body = (await response.json()) as Record<string, unknown>;
      const expected = response.status === 201 ? 'id' : 'error';
      if (typeof body[expected] !== 'string') throw new Error(JSON.stringify(body));
      assertNoStackTrace(JSON.stringify(body));
    }),
    { numRuns: runs },
  );
  await fc.assert(
    fc.asyncProperty(formBody, headersOf(formTypes), async ({ body, typed }, headers) => {
      const response = await post('/contact', body, headers);
      const text = await response.text();
      if (response.headers.get('content-type')?.startsWith('text/html'))
        assertNoInjectedMarkup(text, typed);
      else assertNoStackTrace(text);
    }),
    { numRuns: runs },
  );

  const rows = await listInquiries(store);
  const invalidRows = rows
    .map((row) => JSON.stringify(row))
    .filter((row) => !isValidRow(JSON.parse(row)));
  return { statuses, stored: rows.length, invalidRows, logged: lines.filter(isErrorLine).join('') };

  async function post(path: string, body: Uint8Array<ArrayBuffer>, headers: [string, string][]) {
    const request = { method: 'POST', body, headers };
    const response = await app.request(`http://localhost${path}`, request);
    const { status } = response;
    statuses[status] = (statuses[status] ?? 0) + 1;
    if (status >= 500) throw new Error(`${status}: ${await response.text()}`);
    if (!response.headers.has('content-security-policy'))
      throw new Error('The response has no Content-Security-Policy');
    return response;
  }
}

const isErrorLine = (line: string) => JSON.parse(line).level >= 50;

function assertNoStackTrace(text: string) {
  if (/\n\s+at |node:internal|\.ts:\d|Error:/.test(text))
    throw new Error(`Stack trace in the response: ${text}`);
}

/** Throws if typed markup appears unescaped in a page. */
function assertNoInjectedMarkup(html: string, typed: string[]) {
  if (html.match(/<script\b/g)?.length !== 1)
    throw new Error('The page does not have exactly one script');
  const markup = typed.filter((text) => /[<"]./.test(text) && text.length > 6);
  const raw = markup.find((text) => html.includes(text));
  if (raw) throw new Error(`Unescaped input: ${raw}`);
}

function isValidRow(row: Record<string, unknown>) {
  const known = fieldNames.filter((name) => row[name] !== undefined && row[name] !== null);
  const values = Object.fromEntries(known.map((name) => [name, row[name]]));
  const parsed = parseInquiry(values);
  return parsed.ok && known.every((name) => values[name] === parsed.inquiry[name as 'role']);
}

const hostile = fc.oneof(
  fc.constantFrom(...hostileTexts),
  fc.string({ unit: 'binary', maxLength: 300 }),
  fc.string({ unit: 'grapheme', maxLength: 40 }),
);

/** Chooses the valid value in 95 % of cases, so that some inquiries reach the store. */
const mostlyValid = <Valid, Other>(valid: Valid, others: fc.Arbitrary<Other>) =>
  fc.oneof({ weight: 19, arbitrary: fc.constant(valid) }, { weight: 1, arbitrary: others });

/** Generates the form's fields; some are undefined, which means missing. */
const fieldsWith = <Value>(others: fc.Arbitrary<Value>) => {
  const maybeMissing = fc.oneof(others, fc.constant(undefined));
  return fc.record({
    ...Object.fromEntries(
      Object.entries({ ...sampleInquiry, honeypot: '' }).map(([name, valid]) => [
        name,
        mostlyValid(valid, maybeMissing),
      ]),
    ),
    message: fc.oneof(
      { weight: 19, arbitrary: fc.uuid().map((id) => `Unique message: ${id}`) },
      { weight: 1, arbitrary: maybeMissing },
    ),
  });
};

const utf8 = (text: string) => new TextEncoder().encode(text);

/** Generates the bytes of a text with one byte changed or the end truncated. */
const corrupted = (text: fc.Arbitrary<string>) =>
  fc.tuple(text, fc.nat(), fc.nat(255), fc.boolean()).map(([text, position, byte, isCut]) => {
    const bytes = utf8(text);
    const at = bytes.length === 0 ? 0 : position % bytes.length;
    if (isCut) return bytes.slice(0, at);
    bytes[at] = byte;
    return bytes;
  });

const jsonInquiry = fieldsWith(fc.oneof(hostile, fc.jsonValue({ maxDepth: 3 }))).map((fields) =>
  JSON.stringify(fields),
);

const apiBody: fc.Arbitrary<Uint8Array<ArrayBuffer>> = fc.oneof(
  { weight: 6, arbitrary: jsonInquiry.map(utf8) },
  { weight: 2, arbitrary: corrupted(jsonInquiry) },
  { weight: 1, arbitrary: fc.json({ maxDepth: 8 }).map(utf8) },
  { weight: 1, arbitrary: fc.uint8Array({ maxLength: 500 }) },
  { weight: 1, arbitrary: fc.nat(40_000).map((depth) => utf8('['.repeat(depth))) },
  {
    weight: 1,
    arbitrary: hostile.map((text) =>
      utf8(`{"__proto__":{"ok":true,"email":${JSON.stringify(text)}},"constructor":1}`),
    ),
  },
);

const formFields = fieldsWith(hostile).map((fields): Record<string, string> => {
  const sent = Object.entries(fields).filter(([, value]) => value !== undefined);
  return Object.fromEntries(sent) as Record<string, string>;
});
const encoded = (fields: Record<string, string>) => new URLSearchParams(fields).toString();

const formBody: fc.Arbitrary<{ body: Uint8Array<ArrayBuffer>; typed: string[] }> = fc.oneof(
  {
    weight: 6,
    arbitrary: formFields.map((fields) => ({
      body: utf8(encoded(fields)),
      typed: Object.values(fields),
    })),
  },
  { weight: 2, arbitrary: corrupted(formFields.map(encoded)).map((body) => ({ body, typed: [] })) },
  { weight: 1, arbitrary: fc.uint8Array().map((body) => ({ body, typed: [] })) },
  {
    weight: 1,
    arbitrary: fc
      .array(fc.constantFrom(...fieldNames, '__proto__', '%', '%zz', '&', '=', '+', '[]', '%00'))
      .map((parts) => ({ body: utf8(parts.join('=')), typed: [] })),
  },
);

const jsonTypes = ['application/json', 'Application/JSON; charset=utf-8'];
const formTypes = ['application/x-www-form-urlencoded'];

/** Generates valid header values. Node rejects invalid ones before they are sent. */
const headerText = fc.oneof(
  fc.string({ unit: fc.constantFrom(...'ab{}"\';=,:/\\ %\u00e9\u00ff'.split('')), maxLength: 300 }),
  fc.constantFrom('', 'null', 'gzip', 'identity', '*', 'https://evil.example', 'x'.repeat(300)),
);

const harmless = fc.constantFrom('idempotency-key', 'accept-encoding', 'if-none-match', 'accept');
/** Headers that usually reject a submission before its body is read. */
const decisive = fc.constantFrom('origin', 'sec-fetch-site', 'content-encoding', 'host');

const headersOf = (types: string[]) =>
  fc
    .tuple(
      mostlyValid(types[0] ?? '', fc.oneof(fc.constantFrom(...types), headerText)),
      fc.array(fc.tuple(harmless, headerText), { maxLength: 2 }),
      mostlyValid([], fc.array(fc.tuple(decisive, headerText), { maxLength: 2 })),
    )
    .map(([type, some, more]): [string, string][] => [['content-type', type], ...some, ...more]);
