import { type RequestListener, Server } from 'node:http';
import { Server as NetServer } from 'node:net';

export interface DrainTimes {
  /** How long connections without a request stay, for what a proxy is sending on them already. */
  graceMs: number;
  /** When all that is left is cut off. */
  drainMs: number;
}

export interface Drain {
  /** Passes requests on; while the server stops, each answer says that its connection ends. */
  listener: RequestListener;
  /** Takes no new connection; resolves when the last one is closed. */
  start(times: DrainTimes): Promise<void>;
}

const sweepMs = 100;

/**
 * Stops a server without a failed request behind a proxy that keeps connections open. Closing these
 * at once, as Node does, would cut off what the proxy sends at that moment, and it may not send a
 * post twice.
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
      const sweep = () => server.closeIdleConnections();
      let sweeping: NodeJS.Timeout | undefined;
      const grace = setTimeout(() => (sweeping = setInterval(sweep, sweepMs)), graceMs);
      const cut = setTimeout(() => server.closeAllConnections(), drainMs);
      return new Promise((resolve) => {
        // That of `http` would close idle connections with it.
        NetServer.prototype.close.call(server, () => {
          clearTimeout(grace);
          clearTimeout(cut);
          clearInterval(sweeping);
          resolve();
        });
      });
    },
  };
}
