import { createServer, type Server } from 'node:http';
import {
  headersTimeoutMs,
  idleTimeoutMs,
  keepAliveTimeoutMs,
  maxConnections,
  maxHeaderBytes,
  requestTimeoutMs,
} from '../request-limits.ts';

/**
 * Creates a server that limits each connection and their number: above the maximum, new ones are
 * closed at once.
 */
export function createLimitedServer(): Server {
  const server = createServer({
    maxHeaderSize: maxHeaderBytes,
    headersTimeout: headersTimeoutMs,
    requestTimeout: requestTimeoutMs,
    keepAliveTimeout: keepAliveTimeoutMs,
    connectionsCheckingInterval: 1000,
  });
  server.maxConnections = maxConnections;
  return server.setTimeout(idleTimeoutMs);
}
