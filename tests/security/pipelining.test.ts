import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { connect } from 'node:net';
import { expect, it, onTestFinished } from 'vitest';
import { listInquiries } from '../../src/store/inquiries/list-inquiries.ts';
import { lockStore } from '../fixtures/lock-store.ts';
import { postInquiry } from '../fixtures/post-inquiry.ts';
import { longEnough, sampleInquiry } from '../fixtures/sample-inquiry.ts';
import { startTestServer } from '../fixtures/start-test-server.ts';
import { settingsFor, temporaryLocation, temporaryStore } from '../fixtures/temporary-store.ts';

const head =
  'POST /contact HTTP/1.1\r\nHost:a\r\nContent-Type:application/x-www-form-urlencoded\r\n';

/** Opens a connection, and sends bytes on it. */
async function send(url: string, bytes: string) {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname).on('error', () => undefined);
  onTestFinished(() => void socket.destroy());
  await new Promise((resolve) => socket.write(bytes, resolve));
  return socket;
}

it.runIf(process.platform === 'linux')(
  'the server takes less than 300 MB while 40 clients pipeline 500 posts each',
  async () => {
    const server = startTestServer();
    const url = await server.url;
    const flood = Array.from({ length: 40 }, () => send(url, `${head}\r\n`.repeat(500)));
    const sockets = await Promise.all(flood);
    const countOpen = () => sockets.filter((socket) => !socket.resume().closed).length;
    await expect.poll(countOpen).toBe(0);
    const status = readFileSync(`/proc/${server.pid}/status`, 'utf8');
    const peakKb = Number(/VmHWM:\s+(\d+) kB/.exec(status)?.[1]);
    expect(peakKb / 1024).toBeLessThan(300);
  },
);

it('posts that a client pipelined are not stored after it left', async () => {
  const location = await temporaryLocation();
  const server = startTestServer(settingsFor(location));
  const url = await server.url;
  const unlock = await lockStore(location);
  const posts = Array.from({ length: 30 }, (_, nth) => {
    const body = String(
      new URLSearchParams({ ...sampleInquiry, message: longEnough(`${nth} pipelined`) }),
    );
    return `${head}Content-Length: ${body.length}\r\n\r\n${body}`;
  });
  const socket = await send(url, posts.join(''));
  // The server reads the connections in order.
  expect((await fetch(`${url}/about`)).status).toBe(200);
  socket.resetAndDestroy();
  await once(socket, 'close');
  await unlock();
  expect((await postInquiry(url)).status).toBe(201);
  const { store } = await temporaryStore({ location });
  const messages = (await listInquiries(store)).map(({ message }) => message);
  expect(messages.toSorted()).toEqual([longEnough('0 pipelined'), sampleInquiry.message]);
});
