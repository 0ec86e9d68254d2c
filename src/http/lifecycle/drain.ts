import type { Server } from 'node:http';
import { Server as NetServer } from 'node:net';

export interface DrainTimes {
  /** Time for which idle connections stay open, for requests that a proxy is already sending. */
  graceMs: number;
  /** Time after which all connections are closed. */
  drainMs: number;
}

/**
 * Stops a server without failing requests of a keep-alive proxy. Resolves when the last connection
 * is closed. Node itself closes idle connections at once, which can cut off a POST in flight that
 * the proxy must not retry: therefore idle connections have a grace period.
 */
export async function drain(server: Server, { graceMs, drainMs }: DrainTimes): Promise<void> {
  server.prependListener('request', (_, response) => response.setHeader('connection', 'close'));
  let sweep: NodeJS.Timeout | undefined;
  const grace = setTimeout(() => {
    sweep = setInterval(() => server.closeIdleConnections(), 100);
  }, graceMs);
  const forceClose = setTimeout(() => server.closeAllConnections(), drainMs);
  // `http.Server.close` would also close idle connections.
  await new Promise((resolve) => NetServer.prototype.close.call(server, resolve));
  clearTimeout(grace);
  clearTimeout(forceClose);
  clearInterval(sweep);
}
