import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { maxWaitingRequests } from '../request-limits.ts';

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
