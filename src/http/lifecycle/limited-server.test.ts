import { once } from 'node:events';
import type { RequestListener, Server } from 'node:http';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { listen } from '../../../tests/fixtures/listen.ts';
import { sendRawRequest } from '../../../tests/fixtures/raw-request.ts';
import { createLimitedServer } from './limited-server.ts';

const hello: RequestListener = (request, response) => {
  request.resume().on('end', () => response.end('hello'));
};

/** Starts a server with limits that `change` reduces. */
async function start(change: (server: Server) => void, listener = hello) {
  const server = createLimitedServer().on('request', listener);
  change(server);
  const { url, open: connect } = await listen(server);
  const open = async () => {
    const socket = connect().resume();
    await once(socket, 'connect');
    return socket;
  };
  const countConnections = () => promisify(server.getConnections.bind(server))();
  return { countConnections, url, open };
}

const get = 'GET / HTTP/1.1\r\nHost: a\r\n\r\n';

it('a server limits headers, requests, responses and connections', () => {
  expect(createLimitedServer()).toMatchObject({
    headersTimeout: 10_000,
    requestTimeout: 30_000,
    keepAliveTimeout: 65_000,
    timeout: 30_000,
    maxConnections: 10_000,
  });
});

describe('a client that is too slow', () => {
  const shorten = (server: Server) => {
    server.headersTimeout = 50;
    server.requestTimeout = 50;
  };

  it.each([
    ['any bytes', ''],
    ['its headers', 'GET / HTTP/1.1\r\nHost:'],
    ['its body', 'POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 9\r\n\r\nhel'],
  ])('to send %s is disconnected', async (_, bytes) => {
    const { url } = await start(shorten);
    expect(await sendRawRequest(url, bytes)).toMatchObject({ statuses: [408], isClosed: true });
  });

  it('to read its response is disconnected', async () => {
    const endless: RequestListener = (_, response) => {
      const write = () => void (response.write(Buffer.alloc(65_536)) ? setImmediate(write) : 0);
      response.on('drain', write);
      write();
    };
    const shortenResponse = (server: Server) => void server.setTimeout(50);
    const { open, countConnections } = await start(shortenResponse, endless);
    const socket = await open();
    socket.pause();
    socket.write(get);
    await expect.poll(countConnections).toBe(1);
    await expect.poll(countConnections).toBe(0);
  });
});
