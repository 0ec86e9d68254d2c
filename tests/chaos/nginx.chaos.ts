import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it, onTestFinished } from 'vitest';
import { freePort, startServer } from '../../tools/start-server.ts';
import { startPostgres } from '../fixtures/postgres-server.ts';
import { settingsFor, temporaryFile, temporaryFolder } from '../fixtures/temporary-store.ts';
import { expectStored, startSenders } from './senders.ts';

const rounds = 10;
const senderCount = 8;
const readerCount = 4;
const betweenMs = 500;
/** The 10 s shutdown timeout, plus 1 s. */
const maxStopMs = 11_000;
const paths = ['/', '/about', '/contact', '/nowhere'];

const link = '/follow-up/01a1fd11/spam/1/xyzzy';

const example = path.resolve(import.meta.dirname, '../../deploy/nginx.conf');

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
      const pathname = paths[nth % paths.length] ?? '/';
      const response = await fetch(nginx.url + pathname).catch(() => undefined);
      await response?.text();
      count(response?.status === (pathname === '/nowhere' ? 404 : 200) ? 'GET' : `GET failed`);
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

it('nginx does not expose the health endpoints, and logs no action link', async () => {
  const server = startServer({ ...settingsFor(temporaryFile()), TRUST_PROXY: '1' });
  const stop = async () => {
    server.kill('SIGKILL');
    await server.exited;
  };
  onTestFinished(stop);
  const port = Number(new URL(await server.url).port);
  const nginx = await startNginx([port, port]);
  const statusOf = async (pathname: string) => (await fetch(nginx.url + pathname)).status;
  expect(await statusOf('/about')).toBe(200);
  expect(await statusOf('/healthz')).toBe(403);
  expect(await statusOf('/readyz')).toBe(403);
  expect(await statusOf(link)).toBe(404);

  await stop();
  expect(await statusOf(link)).toBe(502);
  expect(await statusOf('/contact')).toBe(502);
  await expect.poll(nginx.requests).toContain('GET /contact');
  expect(nginx.errors()).toContain('GET /contact');
  expect(nginx.requests() + nginx.errors()).not.toContain('xyzzy');
});

/**
 * Starts nginx with the shipped configuration for two servers, at these local ports, without TLS and
 * IPv6. Throws if nginx is not installed.
 */
async function startNginx([first, second]: [number, number]) {
  const folder = temporaryFolder();
  const [port, httpPort] = [await freePort(), await freePort()];
  const serverAt = (serverPort: number) => `    server 127.0.0.1:${serverPort} max_fails=0;`;
  const site = [
    [serverAt(3000), `${serverAt(first)}\n${serverAt(second)}`],
    ['listen 80;', `listen 127.0.0.1:${httpPort};`],
    ['listen 443 ssl http2;', `listen 127.0.0.1:${port};`],
  ].reduce(
    (text, [from = '', to = '']) => {
      expect(text, 'deploy/nginx.conf changed').toContain(from);
      return text.replaceAll(from, to);
    },
    readFileSync(example, 'utf8').replaceAll(/^ *(ssl_|listen \[::\]).*$/gm, ''),
  );
  const tempPaths = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'];
  const main = `
    ${process.getuid?.() === 0 ? 'user root;' : ''}
    daemon off;
    pid ${folder}/nginx.pid;
    error_log ${folder}/error.log warn;
    events { worker_connections 1024; }
    http {
      access_log ${folder}/access.log;
      ${tempPaths.map((name) => `${name}_temp_path ${folder}/${name};`).join('\n')}
      ${site}
    }`;
  const file = path.join(folder, 'nginx.conf');
  writeFileSync(file, main);
  const args = ['-p', folder, '-c', file, '-e', `${folder}/error.log`];
  try {
    execFileSync('nginx', ['-t', ...args], { stdio: 'pipe' });
  } catch (error) {
    const isMissing = (error as NodeJS.ErrnoException).code === 'ENOENT';
    const fix = 'nginx is not installed: "apt-get install nginx-light", or "brew install nginx"';
    throw isMissing ? new Error(fix, { cause: error }) : error;
  }
  const nginx = spawn('nginx', args, { stdio: 'ignore' });
  const exited = once(nginx, 'exit');
  onTestFinished(async () => {
    nginx.kill('SIGQUIT');
    await exited;
  });
  const url = `http://127.0.0.1:${port}`;
  const isUp = () =>
    fetch(url).then(
      ({ ok }) => ok,
      () => false,
    );
  await expect.poll(isUp, { timeout: 10_000 }).toBe(true);
  const readLog = (log: string) => () => readFileSync(path.join(folder, log), 'utf8');
  return { url, errors: readLog('error.log'), requests: readLog('access.log') };
}
