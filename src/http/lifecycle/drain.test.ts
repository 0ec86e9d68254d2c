import { once } from 'node:events';
import { createServer } from 'node:http';
import type { Socket } from 'node:net';
import { beforeEach, expect, it, vi } from 'vitest';
import { listen } from '../../../tests/fixtures/listen.ts';
import { drain } from './drain.ts';

const times = { graceMs: 2000, drainMs: 10_000 };
const [headers, body] = ['POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 4\r\n\r\n', 'body'];

beforeEach(() => {
  // Sockets keep real timers.
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] });
  return () => void vi.useRealTimers();
});

/** Starts a server, with a connection that sent the headers of a POST. */
async function setUp() {
  const server = createServer((request, response) => {
    request.resume().on('end', () => response.end('done'));
  });
  const { open } = await listen(server);
  const socket = open();
  socket.write(headers);
  await once(server, 'request');
  return { server, socket };
}

async function expectClosed(stopped: Promise<unknown>, socket: Socket) {
  await Promise.all([stopped, once(socket.resume(), 'close')]);
  expect(vi.getTimerCount()).toBe(0);
}

it('waits `drainMs` for the rest of a request', async () => {
  const { server, socket } = await setUp();
  void drain(server, times);
  vi.advanceTimersByTime(times.drainMs - 1);
  socket.write(body);
  const [response] = await once(socket, 'data');
  expect(String(response)).toContain('done');
});

it('then closes the connection of an incomplete request', async () => {
  const { server, socket } = await setUp();
  const stopped = drain(server, times);
  vi.advanceTimersByTime(times.drainMs);
  await expectClosed(stopped, socket);
});

it('closes idle connections before `drainMs` and clears its timers', async () => {
  const { server, socket } = await setUp();
  socket.write(body);
  await once(socket, 'data');
  const stopped = drain(server, times);
  vi.advanceTimersByTime(times.drainMs - 1);
  await expectClosed(stopped, socket);
});
