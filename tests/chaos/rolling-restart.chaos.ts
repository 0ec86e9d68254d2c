import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it, onTestFinished } from 'vitest';
import { freePort, startServer } from '../../tools/start-server.ts';
import { startNginx } from '../fixtures/nginx.ts';
import { startPostgres } from '../fixtures/postgres-server.ts';
import { postInquiry } from '../fixtures/post-inquiry.ts';
import { settingsFor, temporaryFile } from '../fixtures/temporary-store.ts';
import { startWebhookReceiver } from '../fixtures/webhook-receiver.ts';
import { expectStored, startSenders } from './senders.ts';

const rounds = 10;
const senderCount = 8;
const readerCount = 4;
const betweenMs = 500;
/** The 10 s shutdown timeout, plus 1 s. */
const maxStopMs = 11_000;
const paths = ['/', '/about', '/contact', '/nowhere'];

it('no request through nginx fails during rolling restarts of two servers', async () => {
  const database = await startPostgres();
  onTestFinished(() => database.remove());
  const databaseUrl = database.urlOf('postgres');
  const ports: [number, number] = [await freePort(), await freePort()];
  const start = async (port: number) => {
    const server = startServer({
      DATABASE_URL: databaseUrl,
      PORT: String(port),
      TRUST_PROXY: '1',
    });
    onTestFinished(() => server.kill('SIGKILL'));
    await server.url;
    return server;
  };
  const servers = [await start(ports[0]), await start(ports[1])];
  const nginx = await startNginx(ports);

  const statuses: Record<string, number> = {};
  const count = (label: string) => (statuses[label] = (statuses[label] ?? 0) + 1);
  const posts = startSenders(
    senderCount,
    () => [nginx.url],
    (_, status) => count(`POST ${status}`),
  );
  let isReading = true;
  const readers = Array.from({ length: readerCount }, async (_, reader) => {
    for (let nth = reader; isReading; nth += 1) {
      const path = paths[nth % paths.length] ?? '/';
      const response = await fetch(nginx.url + path).catch(() => undefined);
      await response?.text();
      count(response?.status === (path === '/nowhere' ? 404 : 200) ? 'GET' : `GET failed`);
    }
  });

  const stopMs: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    for (const slot of [0, 1] as const) {
      await sleep(betweenMs);
      const server = servers[slot];
      const stopRequestedAt = performance.now();
      server?.kill('SIGTERM');
      expect(await server?.exited).toBe(0);
      stopMs.push(Math.round(performance.now() - stopRequestedAt));
      servers[slot] = await start(ports[slot]);
    }
  }
  isReading = false;
  await Promise.all(readers);
  const stored = await expectStored({ databaseUrl }, await posts.stop());
  const stats = {
    restarts: stopMs.length,
    stopMs: { median: stopMs.sort((a, b) => a - b)[stopMs.length >> 1], max: stopMs.at(-1) },
    statuses,
    stored: stored.length,
  };
  process.stdout.write(
    `${JSON.stringify(stats)}\n${nginx.errors().split('\n').slice(-4).join('\n')}`,
  );

  expect(Object.keys(statuses).sort()).toEqual(['GET', 'POST 201']);
  expect(Math.max(...stopMs)).toBeLessThan(maxStopMs);
});

it('a server shuts down within 10 s even if requests hang, and the next server resumes its deliveries', async () => {
  const location = temporaryFile();
  let isHanging = true;
  const { messages, url: hook } = await startWebhookReceiver((response) => {
    if (!isHanging) response.writeHead(204).end();
  });
  const settings = {
    ...settingsFor(location),
    WEBHOOK_URL: hook.href,
    WEBHOOK_SECRET: `whsec_${'A'.repeat(32)}`,
  };
  const first = startServer(settings);
  onTestFinished(() => first.kill('SIGKILL'));
  const url = await first.url;
  expect((await postInquiry(url)).status).toBe(201);
  await expect.poll(() => messages.length, { timeout: 10_000 }).toBe(1);
  const stalled = connect(Number(new URL(url).port), '127.0.0.1').resume();
  stalled.on('error', () => undefined);
  stalled.write('POST /contact HTTP/1.1\r\nHost: localhost\r\nContent-Length: 5\r\n\r\n');

  const stopRequestedAt = performance.now();
  first.kill('SIGTERM');
  expect(await first.exited).toBe(0);
  expect(performance.now() - stopRequestedAt).toBeLessThan(maxStopMs + 1000);

  // An unreleased lease would delay the delivery by 15 s.
  isHanging = false;
  const second = startServer(settings);
  onTestFinished(() => second.kill('SIGKILL'));
  await second.url;
  await expect.poll(() => messages.length, { timeout: 5000 }).toBe(2);
});
