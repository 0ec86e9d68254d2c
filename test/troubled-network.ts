import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { pipeline } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { onTestFinished } from 'vitest';

/** How a destination may fail: nobody listens, nobody answers, or it goes in the middle. */
export const troubles = ['refuses', 'hangs', 'cuts'] as const;
export type Trouble = (typeof troubles)[number];

const slowMs = 10;

async function* delayed(chunks: AsyncIterable<Buffer>) {
  for await (const chunk of chunks) {
    await sleep(slowMs);
    yield chunk;
  }
}

/** Stands before a server on this machine, for this test: in trouble, or slow after that ended. */
export async function startTroubledNetwork(serverPort: number) {
  let trouble: Trouble | undefined;
  const sockets = new Set<Socket>();
  const front = createServer((client) => {
    sockets.add(client);
    client.on('error', () => undefined);
    if (trouble === 'hangs') return client.resume();
    if (trouble === 'cuts') return client.once('data', () => client.resetAndDestroy());
    const server = connect(serverPort, '127.0.0.1');
    sockets.add(server);
    server.on('error', () => undefined);
    pipeline(client, delayed, server, () => undefined);
    pipeline(server, delayed, client, () => undefined);
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
    for (const socket of sockets) socket.destroy();
  });
  return {
    port,
    async begin(next: Trouble) {
      trouble = next;
      if (next === 'refuses') await new Promise((resolve) => front.close(resolve));
    },
    async end() {
      trouble = undefined;
      if (!front.listening) await listen(port);
    },
  };
}
