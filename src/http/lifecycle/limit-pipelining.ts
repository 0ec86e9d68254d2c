import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { maxWaitingRequests } from '../request-limits.ts';

/**
 * Wraps `listener` so that it starts the next request of a connection after the previous response
 * is written. Node would start all pipelined requests at once. While requests wait, the connection
 * is not read. A connection with more than `maxWaitingRequests` is closed; the client repeats
 * requests without a response (RFC 9112, 9.3.2).
 */
export function limitPipelining(listener: RequestListener): RequestListener {
  const waiting = new WaitingRequests(listener);
  return (request, response) => {
    // Node assigns the connection to one response at a time.
    if (response.socket) listener(request, response);
    else waiting.add(request, response);
  };
}

class WaitingRequests {
  readonly #listener: RequestListener;
  /** Number of waiting requests by connection. A connection that has not pipelined is missing. */
  readonly #counts = new WeakMap<Socket, number>();

  constructor(listener: RequestListener) {
    this.#listener = listener;
  }

  add(request: IncomingMessage, response: ServerResponse) {
    const { socket } = request;
    if (!this.#counts.has(socket)) socket.on('resume', () => this.#pauseIfWaiting(socket));
    const count = this.#count(socket) + 1;
    this.#counts.set(socket, count);
    this.#pauseIfWaiting(socket);
    // Close it at once: until then, the connection keeps all requests of a chunk, up to 64 KB.
    if (count > maxWaitingRequests) socket.destroy();
    response.once('socket', () => {
      if (socket.destroyed) return;
      this.#remove(socket);
      this.#listener(request, response);
    });
  }

  #remove(socket: Socket) {
    const count = this.#count(socket) - 1;
    this.#counts.set(socket, count);
    // Resume: the body of the last request may not have arrived.
    if (count === 0) socket.resume();
  }

  #count(socket: Socket): number {
    return this.#counts.get(socket) ?? 0;
  }

  /** Pauses a connection with waiting requests, because Node resumes it after each message. */
  #pauseIfWaiting(socket: Socket) {
    if (this.#count(socket) > 0) socket.pause();
  }
}
