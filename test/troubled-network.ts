import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { pipeline } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { onTestFinished } from 'vitest';

/** How a destination may fail: nobody listens, nobody answers, or it goes in the middle. */
export const troubles = ['refuses', 'hangs', 'cuts'] as const;
export type Trouble = (typeof troubles)[number];

const slowMs = 1;

/**
 * Stands before a server on this machine, for this test: in trouble, which connections that are
 * open already come into too, or slow before and after that.
 */
export async function startTroubledNetwork(serverPort: number) {
  let trouble: Trouble | undefined;
  let hanging = new AbortController();
  const sockets = new Set<Socket>();
  const cutAll = () => {
    for (const socket of sockets) socket.destroy();
  };
  const hang = () => {
    hanging.abort();
    hanging = new AbortController();
  };
  const relayOf = (client: Socket) =>
    async function* relay(chunks: AsyncIterable<Buffer>) {
      for await (const chunk of chunks) {
        await sleep(slowMs);
        if (trouble === 'hangs') {
          hang();
          await new Promise(() => undefined);
        }
        if (trouble === 'cuts') return void client.resetAndDestroy();
        yield chunk;
      }
    };
  const front = createServer((client) => {
    sockets.add(client);
    client.on('error', () => undefined);
    if (trouble === 'hangs') {
      hang();
      return client.resume();
    }
    const server = connect(serverPort, '127.0.0.1');
    sockets.add(server);
    server.on('error', () => undefined);
    const relay = relayOf(client);
    pipeline(client, relay, server, () => undefined);
    pipeline(server, relay, client, () => undefined);
    return undefined;
  });
  const listen = async (port: number) => {
    front.listen(port, '127.0.0.1');
    await once(front, 'listening');
    return (front.address() as AddressInfo).port;
  };
  const port = await listen(0);
  onTestFinished(() => {
    front.close();
    cutAll();
  });
  return {
    port,
    /** A signal that is aborted when the next connection or chunk hangs. */
    nextHang: () => hanging.signal,
    async begin(next: Trouble) {
      trouble = next;
      if (next !== 'refuses') return;
      const closed = new Promise((resolve) => front.close(resolve));
      cutAll();
      await closed;
    },
    async end() {
      trouble = undefined;
      if (!front.listening) await listen(port);
    },
  };
}
