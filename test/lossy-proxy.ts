import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { onTestFinished } from 'vitest';

/** A network between a program and the server at `serverUrl`, for this test. */
export async function startLossyProxy(serverUrl: string) {
  const { hostname, port } = new URL(serverUrl);
  const sockets = new Set<Socket>();
  let lost: string | undefined;
  let isSilent = false;

  const proxy = createServer((client) => {
    const server = connect(Number(port), hostname);
    let isLost = false;
    client.on('data', (data) => {
      isLost ||= lost !== undefined && data.includes(lost);
      if (!isSilent) server.write(data);
    });
    server.on('data', (data) => {
      if (isLost) client.destroy();
      else if (!isSilent) client.write(data);
    });
    for (const [socket, other] of [
      [client, server],
      [server, client],
    ] as const) {
      sockets.add(socket);
      socket.on('error', () => undefined);
      socket.on('close', () => other.destroy());
    }
  });
  proxy.listen(0, '127.0.0.1');
  await once(proxy, 'listening');
  onTestFinished(() => {
    proxy.close();
    for (const socket of sockets) socket.destroy();
  });

  const url = new URL(serverUrl);
  url.port = String((proxy.address() as AddressInfo).port);
  return {
    url: url.href,
    /** Cuts a connection instead of passing on the answer to what contains `text`. */
    loseAnswersTo: (text: string | undefined) => (lost = text),
    /** Cuts the connections that are open. */
    cut: () => {
      for (const socket of sockets) socket.destroy();
    },
    /** Passes nothing on and closes nothing, as when a cable is cut. */
    setSilent: (value: boolean) => (isSilent = value),
  };
}
