import { Server } from 'node:http';
import { Server as NetServer } from 'node:net';

export interface DrainTimes {
  /** Time that idle connections stay open for requests that a proxy is already sending. */
  graceMs: number;
  /** Time after which all connections are closed. */
  drainMs: number;
}

const sweepIntervalMs = 100;

/**
 * Stops a server without failing requests from a keep-alive proxy; resolves when the last connection is
 * closed. Node closes idle connections at once, which can cut off a POST in flight that the proxy must
 * not retry.
 */
export function drain(server: Server, { graceMs, drainMs }: DrainTimes): Promise<void> {
  server.prependListener('request', (_, response) => response.setHeader('connection', 'close'));
  let sweep: NodeJS.Timeout | undefined;
  const closeIdle = () => server.closeIdleConnections();
  const grace = setTimeout(() => (sweep = setInterval(closeIdle, sweepIntervalMs)), graceMs);
  const forceClose = setTimeout(() => server.closeAllConnections(), drainMs);
  return new Promise((resolve) => {
    // `http.Server.close` would also close idle connections.
    NetServer.prototype.close.call(server, () => {
      clearTimeout(grace);
      clearTimeout(forceClose);
      clearInterval(sweep);
      resolve();
    });
  });
}
