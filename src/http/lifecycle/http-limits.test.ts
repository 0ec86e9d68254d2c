import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { promisify } from 'node:util';
import { afterEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { rawRequest } from '../../../tests/fixtures/raw-request.ts';
import {
  type ConnectionLimits,
  httpLimits,
  limitConnections,
  rejectAmbiguousRequests,
} from './http-limits.ts';

const hello: RequestListener = (request, response) => {
  request.resume().on('end', () => response.end('hello'));
};

const shortTimes = { headersTimeout: 50, requestTimeout: 50, connectionsCheckingInterval: 10 };

async function start(limits: ConnectionLimits = {}, listener = hello, times = {}) {
  const server = createServer({ ...httpLimits, ...times }, listener);
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
  it('with its headers loses the connection', async () => {
    const { url } = await start({}, hello, shortTimes);
    const refused = { statuses: [408], isClosed: true };
    expect(await rawRequest(url, 'GET / HTTP/1.1\r\nHost:')).toMatchObject(refused);
    expect(await rawRequest(url, '')).toMatchObject(refused);
  });

  it('with its body loses the connection', async () => {
    const { url } = await start({}, hello, shortTimes);
    const post = 'POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 9\r\n\r\nhel';
    expect(await rawRequest(url, post)).toMatchObject({ statuses: [408], isClosed: true });
  });

  it('to take its answer loses the connection', async () => {
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
  it('make way for new ones while they are idle', async () => {
    const { url, open } = await start({ maxConnections: 20 });
    const idle: Socket[] = [];
    for (let nth = 0; nth < 17; nth += 1) idle.push(await open());
    expect(idle.filter(isClosed)).toEqual([]);
    await open();
    await expect.poll(() => idle.filter(isClosed)).toHaveLength(17);
    expect(await (await fetch(url)).text()).toBe('hello');
  });

  it('are cut off where there are too many, until others are idle', async () => {
    const { server, url, open } = await start({ maxConnections: 5 });
    const busy: Socket[] = [];
    for (let nth = 0; nth < 5; nth += 1) {
      const socket = await open();
      socket.write('POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\n\r\n');
      // Until then the connection is an idle one.
      await once(server, 'request');
      busy.push(socket);
    }
    const cutOff = await open();
    // Long before the time-out of its headers.
    await expect.poll(() => isClosed(cutOff), { timeout: 5000 }).toBe(true);
    expect(busy.filter(isClosed)).toEqual([]);

    await Promise.all(busy.map((socket) => socket.write('x') && once(socket, 'data')));
    // Idle connections are looked for once a second.
    vi.spyOn(performance, 'now').mockReturnValue(performance.now() + 1000);
    await open();
    await expect.poll(() => busy.filter(isClosed)).toHaveLength(5);
    expect(await (await fetch(url)).text()).toBe('hello');
  });
});

describe('an ambiguous request', () => {
  it('is refused with the headers of every answer', async () => {
    const refusal = { headers: { 'x-security': 'on', connection: 'close' }, text: 'Malformed' };
    const { url } = await start({}, rejectAmbiguousRequests(hello, refusal));
    const twoHosts = 'GET / HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n';
    const { text, isClosed } = await rawRequest(url, twoHosts);
    expect(text).toMatch(/^HTTP\/1\.1 400 /);
    expect(text).toContain('x-security: on');
    expect(isClosed).toBe(true);
  });
});
