import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { beforeEach, expect, it, vi } from 'vitest';
import { listen } from '../../../tests/fixtures/listen.ts';
import { drain } from './drain.ts';
import { limitPipelining } from './limit-pipelining.ts';

const times = { graceMs: 2000, drainMs: 10_000 };
const headers = 'POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 4\r\n\r\n';
const body = 'body';

beforeEach(() => {
  // Sockets use real timers.
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] });
  return () => void vi.useRealTimers();
});

/** Starts a server, and a connection that has sent the headers of a POST. */
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

it('closes a connection soon after its last response', async () => {
  const { server, socket } = await setUp();
  const stopped = drain(server, times);
  vi.advanceTimersByTime(times.graceMs + 1000);
  socket.write(body);
  await once(socket, 'data');
  vi.advanceTimersByTime(200);
  await expectClosed(stopped, socket);
});

it('answers requests that wait on a connection', async () => {
  const started: ServerResponse[] = [];
  const server = createServer(limitPipelining((_, response) => started.push(response)));
  const { open } = await listen(server);
  const socket = open().setEncoding('latin1');
  let received = '';
  socket.on('data', (chunk) => (received += String(chunk)));
  socket.write('GET / HTTP/1.1\r\nHost: a\r\n\r\n'.repeat(2));
  await expect.poll(() => started.length).toBe(1);
  const stopped = drain(server, times);
  vi.advanceTimersByTime(times.graceMs + 1000);
  started[0]?.end('first');
  await expect.poll(() => started.length).toBe(2);
  vi.advanceTimersByTime(1000);
  started[1]?.end('second');
  await expect.poll(() => received).toMatch(/first.*second/s);
  vi.advanceTimersByTime(1000);
  await expectClosed(stopped, socket);
});
