import { connect, type Socket } from 'node:net';
import { expect, it } from 'vitest';
import { startServer } from '../../tools/start-server.ts';
import { temporaryFolder } from '../fixtures/temporary-store.ts';

const connectionsPerKind = 1000;
const pages = 200;

it('1,000 stalled posts and 1,000 idle connections hardly slow the next page', async () => {
  const server = startServer({ DATA_DIR: temporaryFolder(), LOG_LEVEL: 'silent' });
  const url = await server.url;
  await medianMs(url);
  const aloneMs = await medianMs(url);

  const stalled = await openAll(
    url,
    'POST /contact HTTP/1.1\r\nHost: a\r\n' + headers + '\r\nname=',
  );
  const idle = await openAll(url, '');
  const besideMs = await medianMs(url);
  const remaining = [...stalled, ...idle].filter(isOpen).length;

  const ratio = besideMs / aloneMs;
  process.stdout.write(
    `A page takes ${aloneMs.toFixed(2)} ms alone, ${besideMs.toFixed(2)} ms beside ${remaining} ` +
      `connections that do nothing: ${ratio.toFixed(2)} times as long\n`,
  );
  expect(remaining).toBe(2 * connectionsPerKind);
  expect(ratio).toBeLessThan(3);

  await expect.poll(() => stalled.filter(isOpen).length, { timeout: 60_000 }).toBe(0);
  expect(idle.filter(isOpen)).toEqual([]);
  server.kill('SIGTERM');
  expect(await server.exited).toBe(0);
});

const headers = 'Content-Type: application/x-www-form-urlencoded\r\nContent-Length: 60000\r\n';

const isOpen = (socket: Socket) => !socket.closed && !socket.readableEnded;

async function openAll(url: string, bytes: string) {
  const { hostname, port } = new URL(url);
  return Promise.all(
    Array.from({ length: connectionsPerKind }, async () => {
      const socket = connect(Number(port), hostname).resume();
      socket.on('error', () => undefined);
      await new Promise((resolve) => socket.once('connect', resolve));
      socket.write(bytes);
      return socket;
    }),
  );
}

/** How long a page takes, over a connection of its own as a new visitor's is. */
async function medianMs(url: string) {
  const times: number[] = [];
  for (let nth = 0; nth < pages; nth += 1) {
    const startedAt = performance.now();
    const response = await fetch(url, { headers: { connection: 'close' } });
    await response.text();
    times.push(performance.now() - startedAt);
  }
  return times.sort((a, b) => a - b)[pages / 2] ?? Number.NaN;
}
