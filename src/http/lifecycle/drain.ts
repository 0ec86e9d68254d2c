import { type RequestListener, Server } from 'node:http';
import { Server as NetServer } from 'node:net';

export interface DrainTimes {
  /** Time that idle connections stay open for requests that a proxy is already sending. */
  graceMs: number;
  /** Time after which all connections are closed. */
  drainMs: number;
}

export interface Drain {
  /** Passes requests on; adds `Connection: close` to each response during a drain. */
  listener: RequestListener;
  /** Stops accepting connections; resolves when the last one is closed. */
  start(times: DrainTimes): Promise<void>;
}

const sweepIntervalMs = 100;

/**
 * Stops a server without failing requests from a keep-alive proxy. Node closes idle connections at
 * once, which can cut off a POST in flight that the proxy must not retry.
 */
export function createDrain(server: Server, listener: RequestListener): Drain {
  let isDraining = false;
  return {
    listener: (request, response) => {
      if (isDraining) response.setHeader('connection', 'close');
      listener(request, response);
    },
    start: ({ graceMs, drainMs }) => {
      isDraining = true;
      const closeIdle = () => server.closeIdleConnections();
      let sweepTimer: NodeJS.Timeout | undefined;
      const grace = setTimeout(
        () => (sweepTimer = setInterval(closeIdle, sweepIntervalMs)),
        graceMs,
      );
      const forceClose = setTimeout(() => server.closeAllConnections(), drainMs);
      return new Promise((resolve) => {
        // `http.Server.close` would also close idle connections.
        NetServer.prototype.close.call(server, () => {
          clearTimeout(grace);
          clearTimeout(forceClose);
          clearInterval(sweepTimer);
          resolve();
        });
      });
    },
  };
}
