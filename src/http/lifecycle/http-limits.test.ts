import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { promisify } from 'node:util';
import { afterEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { sendRawRequest } from '../../../tests/fixtures/raw-request.ts';
import { type ConnectionLimits, httpLimits, limitConnections } from './http-limits.ts';

const hello: RequestListener = (request, response) => {
  request.resume().on('end', () => response.end('hello'));
};

const shortTimeouts = { headersTimeout: 50, requestTimeout: 50, connectionsCheckingInterval: 10 };

async function start(limits: ConnectionLimits = {}, listener = hello, timeouts = {}) {
  const server = createServer({ ...httpLimits, ...timeouts }, listener);
  limitConnections(server, limits);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });

  const open = async () => {
    const socket = connect(port, '127.0.0.1').resume();
    socket.on('error', () => undefined);
    onTestFinished(() => void socket.destroy());
    await new Promise((resolve) => socket.once('connect', resolve));
    return socket;
  };
  const countConnections = () => promisify(server.getConnections.bind(server))();
  return { server, countConnections, url: `http://127.0.0.1:${port}`, open };
}

afterEach(() => void vi.restoreAllMocks());

const isClosed = (socket: Socket) => socket.closed || socket.readableEnded;
const get = 'GET / HTTP/1.1\r\nHost: a\r\n\r\n';

describe('a client that is too slow', () => {
  it('to send its headers is disconnected', async () => {
    const { url } = await start({}, hello, shortTimeouts);
    const timedOut = { statuses: [408], isClosed: true };
    expect(await sendRawRequest(url, 'GET / HTTP/1.1\r\nHost:')).toMatchObject(timedOut);
    expect(await sendRawRequest(url, '')).toMatchObject(timedOut);
  });

  it('to send its body is disconnected', async () => {
    const { url } = await start({}, hello, shortTimeouts);
    const post = 'POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 9\r\n\r\nhel';
    expect(await sendRawRequest(url, post)).toMatchObject({ statuses: [408], isClosed: true });
  });

  it('to read its response is disconnected', async () => {
    const endless: RequestListener = (_, response) => {
      const write = () => void (response.write(Buffer.alloc(65_536)) ? setImmediate(write) : 0);
      response.on('drain', write);
      write();
    };
    const { open, countConnections } = await start({ stalledResponseTimeoutMs: 50 }, endless);
    const socket = await open();
    socket.pause();
    socket.write(get);
    await expect.poll(countConnections).toBe(1);
    await expect.poll(countConnections).toBe(0);
  });
});

describe('many connections', () => {
  it('are closed while idle to accept new ones', async () => {
    const { url, open } = await start({ maxConnections: 20 });
    const idle: Socket[] = [];
    for (let nth = 0; nth < 17; nth += 1) idle.push(await open());
    expect(idle.filter(isClosed)).toEqual([]);
    await open();
    await expect.poll(() => idle.filter(isClosed)).toHaveLength(17);
    expect(await (await fetch(url)).text()).toBe('hello');
  });

  it('are rejected above the limit until others are idle', async () => {
    const { server, url, open } = await start({ maxConnections: 5 });
    const busy: Socket[] = [];
    for (let nth = 0; nth < 5; nth += 1) {
      const socket = await open();
      socket.write('POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\n\r\n');
      // The connection is idle until its request arrives.
      await once(server, 'request');
      busy.push(socket);
    }
    const rejected = await open();
    // Well before the headers timeout.
    await expect.poll(() => isClosed(rejected), { timeout: 5000 }).toBe(true);
    expect(busy.filter(isClosed)).toEqual([]);

    await Promise.all(busy.map((socket) => socket.write('x') && once(socket, 'data')));
    // Idle connections are closed at most once a second.
    vi.spyOn(performance, 'now').mockReturnValue(performance.now() + 1000);
    await open();
    await expect.poll(() => busy.filter(isClosed)).toHaveLength(5);
    expect(await (await fetch(url)).text()).toBe('hello');
  });
});
