import type { RequestListener, Server, ServerOptions } from 'node:http';

/**
 * Limits of one connection, for `createServer`. A request must arrive at 2 KB/s or faster. The
 * keep-alive timeout exceeds the 60 s of common proxies, so that they never reuse a closing connection.
 */
export const httpLimits: ServerOptions = {
  maxHeaderSize: 8 * 1024,
  headersTimeout: 10_000,
  requestTimeout: 30_000,
  keepAliveTimeout: 65_000,
  connectionsCheckingInterval: 1000,
};

const minSweepIntervalMs = 1000;

export interface ConnectionLimits {
  maxConnections?: number;
  /** Time that a client may read nothing of a response. */
  stalledResponseTimeoutMs?: number;
}

/** Below the open file limit that `deploy/website.service` sets, and that containers have. */
const defaultMaxConnections = 10_000;

/**
 * Limits the connections of all clients together. Closes idle ones at 90 % of `maxConnections`;
 * above it, Node closes new ones at once.
 */
export function limitConnections(
  server: Server,
  {
    maxConnections = defaultMaxConnections,
    stalledResponseTimeoutMs = 30_000,
  }: ConnectionLimits = {},
): void {
  server.maxConnections = maxConnections;
  server.setTimeout(stalledResponseTimeoutMs);
  let open = 0;
  let sweptAt = -Infinity;
  // Runs before Node's own listener, or the new connection would count as idle.
  server.prependListener('connection', (socket) => {
    open += 1;
    socket.once('close', () => (open -= 1));
    if (open >= maxConnections * 0.9) closeIdleConnections();
  });
  // Above the limit only `drop` fires.
  server.on('drop', closeIdleConnections);

  function closeIdleConnections() {
    if (performance.now() - sweptAt < minSweepIntervalMs) return;
    sweptAt = performance.now();
    server.closeIdleConnections();
  }
}

/**
 * Passes requests to `reject` that Node accepts but a proxy may parse differently (request smuggling,
 * RFC 9112, 3.2 and 6.1): several Host headers, a transfer coding other than chunked, or an old HTTP
 * version.
 */
export function rejectAmbiguousRequests(
  listener: RequestListener,
  reject: RequestListener,
): RequestListener {
  return (request, response) => {
    const { httpVersion, rawHeaders } = request;
    const coding = request.headers['transfer-encoding']?.toLowerCase();
    const isUnambiguous =
      (coding === undefined ? /^1\.[01]$/.test(httpVersion) : httpVersion === '1.1') &&
      (coding === undefined || coding === 'chunked') &&
      rawHeaders.filter(isHostHeaderName).length <= 1;
    return isUnambiguous ? listener(request, response) : reject(request, response);
  };
}

/** Raw headers alternate names and values. */
const isHostHeaderName = (text: string, index: number) =>
  index % 2 === 0 && text.length === 4 && text.toLowerCase() === 'host';
