import { createServer, type IncomingMessage, type Server } from 'node:http';

/**
 * Creates a server that limits each connection, and all together: above the maximum, new ones are
 * closed at once. A request must arrive at 2 KB/s or faster. The keep-alive timeout exceeds the 60 s of
 * common proxies, so that they never reuse a closing connection.
 */
export function createLimitedServer(): Server {
  const server = createServer({
    maxHeaderSize: 8 * 1024,
    headersTimeout: 10_000,
    requestTimeout: 30_000,
    keepAliveTimeout: 65_000,
    connectionsCheckingInterval: 1000,
  });
  // Below the open file limit that `deploy/website.service` sets, and that containers have.
  server.maxConnections = 10_000;
  // For a client that reads nothing of a response.
  return server.setTimeout(30_000);
}

/**
 * Finds requests that Node accepts but a proxy may parse differently (request smuggling, RFC 9112, 3.2 and
 * 6.1): several Host headers, a transfer coding other than chunked, or an old HTTP version.
 */
export function isAmbiguous({ httpVersion, headers, rawHeaders }: IncomingMessage): boolean {
  const coding = headers['transfer-encoding']?.toLowerCase();
  return (
    !(coding === undefined ? /^1\.[01]$/ : /^1\.1$/).test(httpVersion) ||
    (coding !== undefined && coding !== 'chunked') ||
    // Names and values alternate.
    rawHeaders.filter((text, index) => index % 2 === 0 && text.toLowerCase() === 'host').length > 1
  );
}
