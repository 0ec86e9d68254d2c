import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerResponse,
} from 'node:http';
import type { Socket } from 'node:net';
import {
  headersTimeoutMs,
  idleTimeoutMs,
  keepAliveTimeoutMs,
  maxConnections,
  maxHeaderBytes,
  maxHostLength,
  maxWaitingRequests,
  requestTimeoutMs,
} from '../request-limits.ts';

/**
 * Creates a server that limits each connection, and all together: above the maximum, new ones are
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

/**
 * Finds requests that Node accepts but a proxy may parse differently (request smuggling, RFC 9112, 3.2 and
 * 6.1): several Host headers or an impossible one, a transfer coding other than chunked, or an old HTTP
 * version.
 */
export function isAmbiguous({ httpVersion, headers, rawHeaders }: IncomingMessage): boolean {
  const coding = headers['transfer-encoding']?.toLowerCase();
  if (coding !== undefined && coding !== 'chunked') return true;
  // HTTP/1.0 has no transfer codings.
  const versions = coding === undefined ? ['1.0', '1.1'] : ['1.1'];
  if (!versions.includes(httpVersion)) return true;
  const { host = '' } = headers;
  return host.length > maxHostLength || countHeaders(rawHeaders, 'host') > 1;
}

/** Counts the headers with a name, in lower case. Raw headers alternate names and values. */
function countHeaders(rawHeaders: string[], name: string): number {
  const names = rawHeaders.filter((_, index) => index % 2 === 0);
  return names.filter((one) => one.toLowerCase() === name).length;
}

/**
 * Wraps `listener` so that it starts the next request of a connection when the response before is written:
 * Node would start all pipelined requests at once. While requests wait, the connection is not read. One
 * with more than `maxWaitingRequests` is closed; a client repeats requests without response (RFC 9112,
 * 9.3.2).
 */
export function limitPipelining(listener: RequestListener): RequestListener {
  /** Number of waiting requests of each connection that has pipelined. */
  const waiting = new WeakMap<Socket, number>();

  return (request, response) => {
    // Node assigns a connection to its responses one after the other.
    if (response.socket) listener(request, response);
    else wait(request, response);
  };

  function wait(request: IncomingMessage, response: ServerResponse) {
    const { socket } = request;
    if (!waiting.has(socket)) socket.on('resume', () => pauseIfWaiting(socket));
    const count = (waiting.get(socket) ?? 0) + 1;
    waiting.set(socket, count);
    pauseIfWaiting(socket);
    // At once: until it is closed, the connection keeps all requests of a chunk, up to 64 KB.
    if (count > maxWaitingRequests) socket.destroy();
    response.once('socket', () => {
      if (socket.destroyed) return;
      release(socket);
      listener(request, response);
    });
  }

  function release(socket: Socket) {
    const count = (waiting.get(socket) ?? 0) - 1;
    waiting.set(socket, count);
    // The body of the last one may not have arrived.
    if (count === 0) socket.resume();
  }

  /** Node resumes a connection after each message. */
  function pauseIfWaiting(socket: Socket) {
    if (waiting.get(socket)) socket.pause();
  }
}
