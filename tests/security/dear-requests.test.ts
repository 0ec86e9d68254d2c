import { expect, it } from 'vitest';
import { createApp, createRequestListener } from '../../src/http/app.ts';
import { createLimitedServer } from '../../src/http/lifecycle/http-limits.ts';
import { createReadiness } from '../../src/http/lifecycle/readiness.ts';
import { createSiteHandler, loadSiteBundle } from '../../src/http/pages/site-build.ts';
import { listen } from '../fixtures/listen.ts';
import { sendRawRequest } from '../fixtures/raw-request.ts';
import { createRecordedLog } from '../fixtures/recorded-log.ts';
import { sampleInquiry } from '../fixtures/sample-inquiry.ts';
import { temporaryStore } from '../fixtures/temporary-store.ts';

const separators = [' ', '\t', '/', '%2f', '%', ',', ';', '.', '"', '=', '&', ':', '@', '<', '-'];
/** Below the limit of a request's headers, 8 KiB, with those that it needs. */
const length = 7900;

const headers = [
  ...['Accept-Encoding', 'If-None-Match', 'X-Forwarded-For', 'Origin'],
  ...['Content-Type', 'Content-Encoding', 'Idempotency-Key', 'Cookie'],
];
const fields = ['firstName', 'email', 'message'];
const get = (path: string, header = '') => `GET ${path} HTTP/1.1\r\nHost: a\r\n${header}\r\n`;
const post = (path: string, type: string, body: string, header = '') =>
  `POST ${path} HTTP/1.1\r\nHost: a\r\nContent-Type: ${type}\r\nContent-Length: ${body.length}\r\n${header}\r\n${body}`;
const api = (body: object, header?: string) =>
  post('/api/contact-form', 'application/json', JSON.stringify(body), header);
const form = (fields: Record<string, string>) =>
  post('/contact', 'application/x-www-form-urlencoded', `${new URLSearchParams(fields)}`);
const invalid = { ...sampleInquiry, email: 'ada' };
const long = { ...invalid, message: 'm'.repeat(length) };

/** Maps names to the requests that `create` returns. */
const each = (names: string[], create: (name: string) => string) =>
  Object.fromEntries(names.map((name) => [name, create(name)]));

/** By kind: the usual request, and others by the place of the repeated text. */
it.each<{ name: string; usual: string; dear: (text: string) => Record<string, string> }>([
  {
    name: 'page',
    usual: get('/about/x'),
    dear: (text) => ({
      ...(/\s/.test(text) ? {} : each(['', '?sent='], (at) => get(`/about${at}${text}`))),
      confirmation: get(`/contact?sent=${new Date().toISOString().slice(0, 16)}Z`),
      ...each(headers, (name) => get('/about', `${name}: ${text}\r\n`)),
    }),
  },
  {
    name: 'inquiry',
    usual: api(long),
    dear: (text) => ({
      ...each(fields, (name) => api({ ...invalid, [name]: text })),
      ...each(headers.slice(2), (name) => api({}, `${name}: ${text}\r\n`)),
    }),
  },
  {
    name: 'form',
    usual: form(long),
    dear: (text) => each(fields, (name) => form({ ...invalid, [name]: text })),
  },
])(
  'no request of the kind $name costs more than eight usual ones, whatever it repeats',
  async ({ usual, dear }) => {
    const url = await serve();
    await measure(url, usual); // The first ones compile.
    const cheapest = Math.min(await measure(url, usual), await measure(url, usual));
    const tooDear: string[] = [];
    let count = 0;
    for (const separator of separators) {
      const text = `x${separator.repeat(Math.ceil(length / separator.length))}x`;
      for (const [place, bytes] of Object.entries(dear(text))) {
        count += 1;
        // Other processes slow down both of a look, and garbage is not collected in each.
        let cost = (await measure(url, bytes)) / cheapest;
        const looks = { usual: [] as number[], dear: [] as number[] };
        while (looks.dear.length < 20 && cost > 8) {
          looks.usual.push(await measure(url, usual));
          looks.dear.push(await measure(url, bytes));
          cost = Math.min(...looks.dear) / Math.min(...looks.usual);
        }
        const name = `${place} of ${JSON.stringify(separator)}`;
        if (cost > 8) tooDear.push(`${name}: ${cost.toFixed(0)} usual requests`);
      }
    }
    expect(count).toBeGreaterThan(40);
    expect(tooDear).toEqual([]);
  },
);

const repeats = 10;

/** Returns the processor time in milliseconds that a request takes, pipelined on one connection. */
async function measure(url: string, bytes: string) {
  const before = process.cpuUsage();
  const last = get('/about', 'Connection: close\r\n');
  const { statuses } = await sendRawRequest(url, bytes.repeat(repeats) + last);
  const { user, system } = process.cpuUsage(before);
  expect(statuses.length).toBeGreaterThan(0);
  return (user + system) / 1000 / repeats;
}

/** Serves the last build in this process. */
async function serve() {
  const { store } = await temporaryStore();
  const { log } = createRecordedLog();
  const bundle = await loadSiteBundle('dist');
  if (!bundle) throw new Error('There is no build. Run "npm run build".');
  const options = { publicUrl: 'https://firm.example', clock: () => Date.now(), log };
  const onError = (error: unknown) => expect.fail(String(error));
  const site = await createSiteHandler('dist', bundle, options, onError);
  const app = createApp({ store, ...options, rateLimits: [], trustedHops: 1, site });
  const readiness = createReadiness(log);
  const listener = createRequestListener(Promise.resolve(app), { ...options, site, readiness });
  return (await listen(createLimitedServer().on('request', listener))).url;
}
