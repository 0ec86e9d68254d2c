import { once } from 'node:events';
import { createServer } from 'node:http';
import { connect } from 'node:net';
import { beforeEach, expect, it, onTestFinished, vi } from 'vitest';
import { listen } from '../../../tests/fixtures/listen.ts';
import { drain } from './drain.ts';

const times = { graceMs: 2000, drainMs: 10_000 };
const [headers, body] = ['POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 4\r\n\r\n', 'body'];

beforeEach(() => {
  // Sockets keep real timers.
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] });
  return () => void vi.useRealTimers();
});

async function setUp() {
  const server = createServer((request, response) => {
    request.resume().on('end', () => response.end('done'));
  });
  const { port } = await listen(server);

  /** Opens a connection and sends the headers of a POST. */
  const beginPost = async () => {
    const socket = connect(port, '127.0.0.1');
    onTestFinished(() => void socket.destroy());
    socket.on('error', () => undefined).write(headers);
    await once(server, 'request');
    return socket;
  };
  return { server, beginPost };
}

it('waits `drainMs` for the rest of a request', async () => {
  const { server, beginPost } = await setUp();
  const socket = await beginPost();
  void drain(server, times);
  vi.advanceTimersByTime(times.drainMs - 1);
  socket.write(body);
  const [response] = await once(socket, 'data');
  expect(String(response)).toContain('done');
});

it('then closes the connection of an incomplete request', async () => {
  const { server, beginPost } = await setUp();
  const socket = await beginPost();
  const stopped = drain(server, times);
  vi.advanceTimersByTime(times.drainMs);
  await Promise.all([stopped, once(socket.resume(), 'close')]);
  expect(vi.getTimerCount()).toBe(0);
});

it('closes idle connections before `drainMs` and clears its timers', async () => {
  const { server, beginPost } = await setUp();
  const socket = await beginPost();
  socket.write(body);
  await once(socket, 'data');
  const stopped = drain(server, times);
  vi.advanceTimersByTime(times.drainMs - 1);
  await Promise.all([stopped, once(socket.resume(), 'close')]);
  expect(vi.getTimerCount()).toBe(0);
});
