import { Agent, get } from 'node:http';
import { connect } from 'node:net';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it, onTestFinished } from 'vitest';
import { type ServerProcess, startServer } from '../../tools/start-server.ts';
import { startPostgres } from '../fixtures/postgres-server.ts';
import { sendRawRequest } from '../fixtures/raw-request.ts';
import { sampleInquiry } from '../fixtures/sample-inquiry.ts';
import { settingsFor, temporaryFile } from '../fixtures/temporary-store.ts';
import { generateSubmissions } from '../security/fuzz-submissions.ts';
import { hostileTexts } from '../security/hostile-texts.ts';

const rounds = 3;
const submissionsPerRound = 2000;
const concurrency = 16;
/** Enough pages for V8 to optimize the page handler. */
const warmUpPages = 10_000;
const pagesPerSample = 500;
const samplePairs = 120;
const minRate = 0.9;
const maxGrowthBytes = 30e6;
const usageReporter = path.resolve(import.meta.dirname, 'report-usage.ts');

it('attacks leave a server on SQLite as fast as before, with little memory growth', () =>
  expectNoDegradation(settingsFor(temporaryFile()), settingsFor(temporaryFile())));

it('attacks leave a server on PostgreSQL as fast as before, with little memory growth', async () => {
  const database = await startPostgres();
  onTestFinished(() => database.remove());
  await database.execute('create database idle');
  await expectNoDegradation(
    { DATABASE_URL: database.urlOf('postgres') },
    { DATABASE_URL: database.urlOf('idle') },
  );
});

/** Compares an attacked server, before and after, with an idle server on the same machine. */
async function expectNoDegradation(
  settings: Record<string, string>,
  idleSettings: Record<string, string>,
) {
  const attacked = await start(settings);
  const idle = await start(idleSettings);
  const statusCounts: Record<string, number> = {};
  for (const { url } of [attacked, idle]) await warmUp(url);

  const firstRate = await compareRates(attacked, idle);
  for (let round = 0; round < rounds; round += 1) await attack(attacked.url, statusCounts);
  const rate = (await compareRates(attacked, idle)) / firstRate;

  // Memory is measured last: a forced collection also discards optimized code, which would slow
  // down the pages of both servers.
  const baseline = await measureMemory(idle.server);
  const residents = [await measureMemory(attacked.server)];
  for (let round = 0; round < rounds; round += 1) {
    await attack(attacked.url, statusCounts);
    residents.push(await measureMemory(attacked.server));
  }
  const growth = Math.max(...residents) - baseline;
  const megabytes = [baseline, ...residents].map((bytes) => Math.round(bytes / 1e6));
  process.stdout.write(`${JSON.stringify({ rate: rate.toFixed(3), megabytes, statusCounts })}\n`);

  expect(Object.keys(statusCounts).filter((status) => Number(status) >= 500)).toEqual([]);
  expect(attacked.server.output()).not.toMatch(/"level":(50|60)/);
  expect(rate).toBeGreaterThan(minRate);
  expect(growth).toBeLessThan(maxGrowthBytes);
}

/** Sends valid inquiries by form and API, so that caches and pools are filled before measuring. */
async function warmUp(url: string) {
  const json = { 'content-type': 'application/json' };
  const inquiries = Array.from({ length: submissionsPerRound }, (_, number) => async () => {
    const inquiry = { ...sampleInquiry, role: number % 4 ? `Role ${number}` : '' };
    const [path, body, headers] =
      number % 2
        ? ['/contact', new URLSearchParams(inquiry), {}]
        : ['/api/contact-form', JSON.stringify(inquiry), json];
    const response = await fetch(url + path, { method: 'POST', body, headers, redirect: 'manual' });
    await response.arrayBuffer();
  });
  await inParallel(inquiries);
}

async function start(settings: Record<string, string>) {
  const server = startServer({
    ...settings,
    PUBLIC_URL: 'http://firm.example',
    LINK_SECRET: 's'.repeat(32),
    NODE_OPTIONS: `--expose-gc --import=${usageReporter}`,
  });
  onTestFinished(async () => {
    server.kill('SIGKILL');
    await server.exited;
  });
  return { server, url: await server.url };
}

interface RunningServer {
  server: ServerProcess;
  url: string;
}

/**
 * Returns the ratio of pages per CPU second of two servers. Uses CPU time and the lower quartile of
 * the samples, to reduce the influence of other processes.
 */
async function compareRates(one: RunningServer, other: RunningServer) {
  const sides = [one, other].map((running) => ({ running, samples: [] as number[] }));
  for (const { running } of sides) await getPages(running.url, warmUpPages);
  for (let pair = 0; pair < samplePairs; pair += 1) {
    for (const { running, samples } of pair % 2 ? sides : sides.toReversed()) {
      samples.push(await measureCpu(running));
    }
  }
  const [oneCpu = NaN, otherCpu = NaN] = sides.map(({ samples }) => lowerQuartile(samples));
  return otherCpu / oneCpu;
}

const lowerQuartile = (values: number[]) =>
  values.toSorted((a, b) => a - b)[values.length >> 2] ?? NaN;

async function measureCpu({ server, url }: RunningServer) {
  const before = await readUsage(server, 'SIGWINCH', 'busy');
  await getPages(url, pagesPerSample);
  return (await readUsage(server, 'SIGWINCH', 'busy')) - before;
}

async function getPages(url: string, count: number) {
  const agent = new Agent({ keepAlive: true, maxSockets: 8 });
  const getPage = () =>
    new Promise((resolve, reject) => {
      const request = get(`${url}/about`, { agent }, (response) =>
        response.resume().once('end', resolve),
      );
      request.once('error', reject);
    });
  await Promise.all(Array.from({ length: count }, getPage));
  agent.destroy();
}

async function measureMemory(server: ServerProcess) {
  // Lets timers clean up.
  await sleep(5000);
  return readUsage(server, 'SIGUSR2', 'resident');
}

async function readUsage(server: ServerProcess, signal: NodeJS.Signals, name: string) {
  const readings = () => [...server.output().matchAll(RegExp(`^${name} (\\d+)$`, 'gm'))];
  const { length } = readings();
  server.kill(signal);
  await expect.poll(() => readings().length, { timeout: 10_000, interval: 5 }).toBe(length + 1);
  return Number(readings().at(-1)?.[1]);
}

/** Runs every kind of attack once and counts the responses by status. */
async function attack(url: string, statusCounts: Record<string, number>) {
  const count = (status: number | string) =>
    (statusCounts[status] = (statusCounts[status] ?? 0) + 1);
  const submissions = generateSubmissions(submissionsPerRound / 2).map(
    ({ path, body, headers }) =>
      () =>
        fetch(url + path, { method: 'POST', body, headers, redirect: 'manual' }).then(
          async (response) => {
            await response.arrayBuffer();
            count(response.status);
          },
          () => count('not sent'),
        ),
  );
  const raw = malformed.map((bytes) => async () => {
    for (const status of (await sendRawRequest(url, bytes, { end: true })).statuses) count(status);
  });
  const targets = hostileTexts.map((text) => async () => {
    for (const base of ['/', '/assets/', '/contact?sent=', '/follow-up/x/spam/']) {
      const response = await fetch(url + base + encodeURIComponent(text.toWellFormed()), {
        method: base.startsWith('/follow-up') ? 'POST' : 'GET',
        redirect: 'manual',
      }).catch(() => undefined);
      await response?.arrayBuffer();
      count(response?.status ?? 'not sent');
    }
  });
  await inParallel([...submissions, ...raw, ...targets]);
  await flood(url);
}

const post = 'POST /contact HTTP/1.1\r\nHost: firm.example\r\n';
const malformed = [
  'GET /\r\n\r\n',
  'GET / HTTP/1.1\r\n\r\n',
  `GET /${'a'.repeat(20_000)} HTTP/1.1\r\nHost: a\r\n\r\n`,
  `GET / HTTP/1.1\r\nHost: a\r\nX: ${'x'.repeat(20_000)}\r\n\r\n`,
  'GET /../../etc/passwd HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n',
  'GET / HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n',
  `${post}Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`,
  `${post}Transfer-Encoding: identity, chunked\r\n\r\n0\r\n\r\n`,
  `${post}Content-Length: 9999\r\n\r\ncut off`,
  `${post}Content-Type: application/x-www-form-urlencoded\r\nContent-Length: 100000\r\n\r\n${'a='.repeat(50_000)}`,
  `${post}Transfer-Encoding: chunked\r\n\r\nzz\r\n`,
  `${post}Origin: http://evil.example\r\nContent-Length: 2\r\nConnection: close\r\n\r\na=`,
].flatMap((bytes) => Array.from({ length: 20 }, () => bytes));

async function inParallel(tasks: (() => Promise<unknown>)[]) {
  const queue = tasks.values();
  await Promise.all(
    Array.from({ length: concurrency }, async () => {
      for (const task of queue) await task();
    }),
  );
}

/** Opens many connections at once: most are idle, every fifth sends an incomplete post. */
async function flood(url: string) {
  const { hostname, port } = new URL(url);
  const sockets = Array.from({ length: 500 }, () => connect(Number(port), hostname).resume());
  for (const [index, socket] of sockets.entries()) {
    socket.on('error', () => undefined);
    if (index % 5 === 0)
      socket.write(`${post}Content-Length: 5000\r\n\r\n${sampleInquiry.message}`);
  }
  await sleep(1000);
  for (const socket of sockets) socket.destroy();
}
