import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { expect, it, onTestFinished } from 'vitest';
import { createApp, createRequestListener } from '../../src/http/app.ts';
import { createLimitedServer } from '../../src/http/lifecycle/http-limits.ts';
import { createReadiness } from '../../src/http/lifecycle/readiness.ts';
import { createSiteHandler, loadSiteBundle } from '../../src/http/pages/site-build.ts';
import { parseStatuses, sendRawRequest } from '../fixtures/raw-request.ts';
import { createRecordedLog } from '../fixtures/recorded-log.ts';
import { sampleInquiry } from '../fixtures/sample-inquiry.ts';
import { temporaryStore } from '../fixtures/temporary-store.ts';

const separators = [' ', '\t', '/', '%2f', '%', ',', ';', '.', '"', '=', '&', ':', '@', '<', '-'];
/** Below the limit of a request's headers, 8 KiB, with those that it needs. */
const length = 7900;
const fill = (separator: string) => separator.repeat(Math.ceil(length / separator.length));

const headers = [
  'Accept-Encoding',
  'If-None-Match',
  'X-Forwarded-For',
  'Origin',
  'Content-Type',
  'Content-Encoding',
  'Idempotency-Key',
  'Cookie',
];
const getAbout = (path: string, header = '') => `GET ${path} HTTP/1.1\r\nHost: a\r\n${header}\r\n`;
const post = (path: string, type: string, body: string, header = '') =>
  `POST ${path} HTTP/1.1\r\nHost: a\r\nContent-Type: ${type}\r\nContent-Length: ${body.length}\r\n${header}\r\n${body}`;
const json = (changes: object) => JSON.stringify({ ...sampleInquiry, email: 'ada', ...changes });
const api = (body: string, header?: string) =>
  post('/api/contact-form', 'application/json', body, header);
const form = (changes: Record<string, string>) =>
  post(
    '/contact',
    'application/x-www-form-urlencoded',
    `${new URLSearchParams({ ...sampleInquiry, email: 'ada', ...changes })}`,
  );

const fields = ['firstName', 'email', 'message'];
interface Kind {
  usual: string;
  /** Requests by the place of the repeated text. */
  dear: (text: string) => Record<string, string>;
}

/** Requests, and the usual one that they are compared with. */
const kinds: Record<string, Kind> = {
  page: {
    usual: getAbout('/about/x'),
    dear: (text) => ({
      ...(/^\s/.test(text)
        ? {}
        : { path: getAbout(`/about${text}x`), query: getAbout(`/about?sent=${text}x`) }),
      ...Object.fromEntries(
        headers.map((name) => [name, getAbout('/about', `${name}: x${text}x\r\n`)]),
      ),
    }),
  },
  inquiry: {
    usual: api(json({ message: 'm'.repeat(length) })),
    dear: (text) => ({
      ...Object.fromEntries(fields.map((name) => [name, api(json({ [name]: `x${text}x` }))])),
      ...Object.fromEntries(
        headers.slice(2).map((name) => [name, api('{}', `${name}: x${text}x\r\n`)]),
      ),
    }),
  },
  form: {
    usual: form({ message: 'm'.repeat(length) }),
    dear: (text) =>
      Object.fromEntries(fields.map((name) => [`form ${name}`, form({ [name]: `x${text}x` })])),
  },
};

it.each(Object.keys(kinds))(
  'no request of the kind %s costs more than five usual ones, whatever it repeats',
  async (kind) => {
    const url = await serve();
    const { usual, dear } = kinds[kind] as Kind;
    const requests = Object.fromEntries(
      separators.flatMap((separator) =>
        Object.entries(dear(fill(separator))).map(([place, bytes]) => [
          `${place} of ${JSON.stringify(separator)}`,
          bytes,
        ]),
      ),
    );
    await measure(url, usual);
    const tooDear: string[] = [];
    for (const [name, bytes] of Object.entries(requests)) {
      // Other processes slow down both of a look, and garbage may be collected in one look, not in each.
      let cost = Infinity;
      for (let look = 0; look < 5 && cost > 5; look += 1) {
        cost = Math.min(cost, (await measure(url, bytes)) / (await measure(url, usual)));
      }
      if (cost > 5) tooDear.push(`${name}: ${cost.toFixed(0)} usual requests`);
    }
    expect(Object.keys(requests).length).toBeGreaterThan(40);
    expect(tooDear).toEqual([]);
  },
);

const repeats = 10;

/** Returns the processor time in milliseconds that a request takes, pipelined on one connection. */
async function measure(url: string, bytes: string) {
  const last = 'GET /about HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n';
  const before = process.cpuUsage();
  const { text } = await sendRawRequest(url, bytes.repeat(repeats) + last);
  const { user, system } = process.cpuUsage(before);
  expect(parseStatuses(text).length).toBeGreaterThan(0);
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
  const server = createLimitedServer().on('request', listener);
  await once(server.listen(0, '127.0.0.1'), 'listening');
  onTestFinished(() => void server.close().closeAllConnections());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}
