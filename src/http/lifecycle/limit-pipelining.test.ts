import { once } from 'node:events';
import type { RequestListener, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { describe, expect, it } from 'vitest';
import { listen } from '../../../tests/fixtures/listen.ts';
import { sendRawRequest } from '../../../tests/fixtures/raw-request.ts';
import { maxWaitingRequests } from '../request-limits.ts';
import { limitPipelining } from './limit-pipelining.ts';
import { createLimitedServer } from './limited-server.ts';

const hello: RequestListener = (request, response) => {
  request.resume().on('end', () => response.end('hello'));
};

const start = (listener: RequestListener) =>
  listen(createLimitedServer().on('request', limitPipelining(listener)));

const get = 'GET / HTTP/1.1\r\nHost: a\r\n\r\n';

describe('requests that a client pipelines on a connection', () => {
  /** Starts a server whose responses the test ends, and a client. */
  async function startPipelining() {
    const started: { path: string | undefined; response: ServerResponse }[] = [];
    const listener: RequestListener = (request, response) => {
      request.resume();
      started.push({ path: request.url, response });
    };
    const server = createLimitedServer().on('request', limitPipelining(listener));
    const { open } = await listen(server);
    const connected = once(server, 'connection');
    const client = open().setEncoding('latin1');
    let received = '';
    client.on('data', (chunk) => (received += String(chunk)));
    const [connection] = (await connected) as [Socket];
    return {
      client,
      connection: connection.on('error', () => undefined),
      started,
      paths: () => started.map(({ path }) => path),
      /** Ends the response of the request that started last. */
      respond: () => void started.at(-1)?.response.end(`to ${started.at(-1)?.path}`),
      received: () => received,
    };
  }

  const getEach = (...paths: string[]) =>
    paths.map((path) => `GET ${path} HTTP/1.1\r\nHost: a\r\n\r\n`).join('');

  it('start one after the other, and are answered in their order', async () => {
    const { client, paths, respond, received } = await startPipelining();
    client.write(getEach('/1', '/2', '/3'));
    await expect.poll(paths).toEqual(['/1']);
    respond();
    await expect.poll(paths).toEqual(['/1', '/2']);
    respond();
    await expect.poll(paths).toEqual(['/1', '/2', '/3']);
    respond();
    await expect.poll(received).toMatch(/to \/1.*to \/2.*to \/3$/s);
  });

  it('leave the connection unread until the last of them starts', async () => {
    const { client, connection, paths, respond } = await startPipelining();
    client.write(getEach('/1', '/2', '/3'));
    await expect.poll(paths).toEqual(['/1']);
    expect(connection.isPaused()).toBe(true);
    respond();
    await expect.poll(paths).toEqual(['/1', '/2']);
    expect(connection.isPaused()).toBe(true);
    respond();
    await expect.poll(paths).toEqual(['/1', '/2', '/3']);
    expect(connection.isPaused()).toBe(false);
  });

  it('are answered if the body of the last arrives later', async () => {
    const { client, paths, respond, received } = await startPipelining();
    client.write(`${getEach('/1')}POST /2 HTTP/1.1\r\nHost: a\r\nContent-Length: 4\r\n\r\nbo`);
    await expect.poll(paths).toEqual(['/1']);
    respond();
    await expect.poll(paths).toEqual(['/1', '/2']);
    client.write(`dy${getEach('/3')}`);
    respond();
    await expect.poll(paths).toEqual(['/1', '/2', '/3']);
    expect(received()).toContain('to /2');
  });

  it.each([
    ['the client resets the connection', ({ client }) => void client.resetAndDestroy()],
    ['the server closes the connection', ({ connection }) => void connection.destroy()],
  ] satisfies [string, (sockets: Record<'client' | 'connection', Socket>) => void][])(
    'do not start after %s',
    async (_, close) => {
      const { client, connection, paths, respond } = await startPipelining();
      client.write(getEach('/1', '/2', '/3'));
      await expect.poll(paths).toEqual(['/1']);
      const closed = new Promise((resolve) => connection.once('close', resolve));
      close({ client, connection });
      respond();
      await closed;
      expect(paths()).toEqual(['/1']);
    },
  );

  it('do not start after a response that closes the connection', async () => {
    const { client, connection, started, paths, respond } = await startPipelining();
    client.write(getEach('/1', '/2'));
    await expect.poll(paths).toEqual(['/1']);
    const closed = once(connection, 'close');
    started[0]?.response.setHeader('connection', 'close');
    respond();
    await closed;
    expect(paths()).toEqual(['/1']);
  });

  it('are answered to a client that half-closes its connection', async () => {
    const { url } = await start(hello);
    const { statuses } = await sendRawRequest(url, get.repeat(3), { end: true });
    expect(statuses).toEqual([200, 200, 200]);
  });

  it('close the connection if more of them wait than may', async () => {
    let count = 0;
    const listener: RequestListener = (_, response) => {
      count += 1;
      response.end();
    };
    const { url } = await start(listener);
    const last = get.replace('\r\n\r\n', '\r\nConnection: close\r\n\r\n');
    const { statuses } = await sendRawRequest(url, get.repeat(maxWaitingRequests) + last);
    expect(statuses).toHaveLength(maxWaitingRequests + 1);
    expect(count).toBe(maxWaitingRequests + 1);
    const { isClosed } = await sendRawRequest(url, get.repeat(maxWaitingRequests + 2));
    expect(isClosed).toBe(true);
    expect(count).toBe(maxWaitingRequests + 2);
  });
});
