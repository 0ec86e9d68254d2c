import { createServer } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it, onTestFinished } from 'vitest';
import { freePort } from '../../tools/start-server.ts';
import { isInstalled } from '../fixtures/installed-programs.ts';
import { listen } from '../fixtures/listen.ts';
import { postInquiry } from '../fixtures/post-inquiry.ts';
import { startPostgres } from '../fixtures/postgres-server.ts';
import { sendRawRequest } from '../fixtures/raw-request.ts';
import { expectRedirects, readRedirectExample } from '../fixtures/redirect-examples.ts';
import { startCaddy } from '../fixtures/start-caddy.ts';
import { startTestServer } from '../fixtures/start-test-server.ts';
import { temporaryFolder } from '../fixtures/temporary-store.ts';

/** The delay is the default: with less, Caddy would notice a stop too late. */
const settings = { TRUST_PROXY: '1', STOP_DELAY_MS: '1000' };

const post = (headers: string, body: string) =>
  `POST /api/contact-form HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n${headers}\r\n\r\n${body}`;

const postBytes = (size: number) => post(`Content-Length: ${size}`, 'x'.repeat(size));
const chunk = `${(200_000).toString(16)}\r\n${'x'.repeat(200_000)}\r\n0\r\n\r\n`;
const malformedChunk = post('Transfer-Encoding: chunked', '2;a=\nxx0\r\n\r\n');

/** Bytes that harm a proxy which judges its servers by what clients send, and the status that they get. */
const attacks: [name: string, bytes: string, status: number | undefined][] = [
  ['a malformed chunk', malformedChunk, 502],
  ['a body that is too large', postBytes(80_000), 413],
  ['a body that is far too large', postBytes(200_000), 413],
  ['a chunked body that is too large', post('Transfer-Encoding: chunked', chunk), 413],
  ['a body that never arrives', post('Content-Length: 1000', '{'), undefined],
  ['a post to a page', postBytes(70_000).replace('/api/contact-form', '/about'), 405],
];

describe.skipIf(!isInstalled('caddy'))('Caddy', () => {
  it.each(attacks)('answers all visitors while a client sends %s', async (_, bytes, status) => {
    const server = startTestServer(settings);
    const caddy = await startCaddy([await server.url]);
    const attack = repeatEvery(100, () => sendRawRequest(caddy.url, bytes));
    const visitors = repeatEvery(50, () => visit(caddy.url));
    await sleep(4000);
    const seen = await visitors.stop();
    const rejected = (await attack.stop()).map(({ statuses }) => statuses[0]);
    expectAnswered(seen, 20);
    expect(new Set(rejected)).toEqual(new Set([status]));
  });

  const link = '/Follow-Up/01a1fd11/spam/1/xyzzy';
  it.each([link, link.replace('Up/', 'Up%2F'), link.replace('F', '%66')])(
    'sends a malformed post to the server once, and logs neither its path %s nor its address',
    async (link) => {
      const requests: string[] = [];
      const server = createServer((request, response) => {
        if (request.url === '/healthz') return response.end();
        requests.push(request.url ?? '');
        return request.on('error', () => undefined).resume();
      });
      const caddy = await startCaddy([(await listen(server)).url]);
      const bytes = malformedChunk
        .replace('/api/contact-form', link)
        .replace(
          'Host:',
          `Referer: https://www.example.com${link}\r\nX-Forwarded-For: 203.0.113.9\r\nConnection: close\r\nHost:`,
        );
      expect((await sendRawRequest(caddy.url, bytes)).statuses).toEqual([502]);
      expect(requests).toEqual([link]);
      await expect.poll(caddy.log).toContain('/follow-up/');
      expect(caddy.log()).not.toMatch(/xyzzy|203\.0\.113\.9|(remote|client)_ip/);
    },
  );

  it('lets no visitor wait for a second while one of two servers is stopped', async () => {
    const database = await startPostgres();
    onTestFinished(() => database.remove());
    const shared = { ...settings, DATABASE_URL: database.urlOf('postgres') };
    const servers = [startTestServer(shared)];
    await servers[0]?.url;
    servers.push(startTestServer(shared));
    const caddy = await startCaddy(await Promise.all(servers.map(({ url }) => url)));
    const findSlowest = (visits: Visit[][]) =>
      Math.max(...visits.flat().map(({ seconds }) => seconds));
    // A visit takes longer while other tests run beside this one.
    const earlier = repeatEvery(20, () => visit(caddy.url));
    await sleep(3000);
    const atRest = findSlowest(await earlier.stop());
    const visitors = repeatEvery(20, () => visit(caddy.url));
    await sleep(500);
    await servers[0]?.stop('SIGTERM');
    await sleep(3000);
    const seen = await visitors.stop();
    expectAnswered(seen, 20);
    expect(findSlowest(seen) - atRest).toBeLessThan(1);
  });

  it('lets requests wait while the only server restarts', async () => {
    const { folder, port } = { folder: temporaryFolder(), port: String(await freePort()) };
    const start = () => startTestServer({ ...settings, DATA_DIR: folder, PORT: port });
    let server = start();
    const caddy = await startCaddy([await server.url]);
    const visitors = repeatEvery(50, () => visit(caddy.url));
    await sleep(500);
    await server.stop('SIGTERM');
    // As long as a container takes that an upgrade replaces.
    await sleep(6000);
    server = start();
    await server.url;
    const seen = await visitors.stop();
    expectAnswered(seen, 100);
  });

  it('leads old addresses to pages as in the example of the documents', async () => {
    const server = startTestServer(settings);
    const caddy = await startCaddy([await server.url], readRedirectExample('caddyfile'));
    await expectRedirects(caddy.url);
  });
});

interface Visit {
  status: number;
  seconds: number;
}

/** Reads a page and posts an inquiry, as one visitor. Resolves to statuses and durations. */
const visit = (url: string): Promise<Visit[]> =>
  Promise.all(
    [() => fetch(`${url}/contact`), () => postInquiry(url)].map(async (request) => {
      const startedAt = performance.now();
      const response = await request();
      await response.text();
      return { status: response.status, seconds: (performance.now() - startedAt) / 1000 };
    }),
  );

/** Calls `task` every `ms`; `stop` resolves to all results. */
function repeatEvery<Result>(ms: number, task: () => Result) {
  const results: Result[] = [];
  const timer = setInterval(() => results.push(task()), ms);
  return {
    stop: () => {
      clearInterval(timer);
      return Promise.all(results);
    },
  };
}

/** Expects at least `count` visits, whose page and inquiry all arrived. */
function expectAnswered(visits: Awaited<ReturnType<typeof visit>>[], count: number) {
  expect(visits.length).toBeGreaterThan(count);
  const statuses = visits.map((visit) => visit.map(({ status }) => status));
  expect(statuses).toEqual(visits.map(() => [200, 201]));
}
