import { connect, type Socket } from 'node:net';
import { expect, it } from 'vitest';
import { startServer } from '../../tools/start-server.ts';
import { temporaryFolder } from '../fixtures/temporary-store.ts';

const connectionsPerKind = 1000;
const pages = 200;

it('1,000 stalled posts and 1,000 idle connections do not slow the next page by a factor of 3', async () => {
  const server = startServer({ DATA_DIR: temporaryFolder() });
  const url = await server.url;
  await measureMedianMs(url);
  const baselineMs = await measureMedianMs(url);

  const stalled = await openConnections(
    url,
    'POST /contact HTTP/1.1\r\nHost: a\r\n' + headers + '\r\nname=',
  );
  const idle = await openConnections(url, '');
  const underLoadMs = await measureMedianMs(url);
  const remaining = [...stalled, ...idle].filter(isOpen).length;

  const ratio = underLoadMs / baselineMs;
  process.stdout.write(
    `Median page time: ${baselineMs.toFixed(2)} ms; with ${remaining} inactive connections ` +
      `${underLoadMs.toFixed(2)} ms (${ratio.toFixed(2)} times)\n`,
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

async function openConnections(url: string, bytes: string) {
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

/** Measures the median time of a page, with a new connection for each request. */
async function measureMedianMs(url: string) {
  const times: number[] = [];
  for (let nth = 0; nth < pages; nth += 1) {
    const startedAt = performance.now();
    const response = await fetch(url, { headers: { connection: 'close' } });
    await response.text();
    times.push(performance.now() - startedAt);
  }
  return times.sort((a, b) => a - b)[pages / 2] ?? Number.NaN;
}
