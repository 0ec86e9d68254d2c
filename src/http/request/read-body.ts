import type { IncomingMessage } from 'node:http';
import { postErrors } from '../post-errors.ts';
import {
  lingerMs,
  maxArrivingBytes,
  maxBodyBytes,
  maxChunks,
  minCountedBytes,
} from '../request-limits.ts';
import type { ReadResult } from './read-post.ts';

/** `overloaded`: too many bodies are arriving. `malformed`: the body is incomplete or not UTF-8. */
export type BodyRejection = 'tooLarge' | 'overloaded' | 'malformed';

export const hasBody = ({ headers }: IncomingMessage): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) !== 0;

/**
 * Creates the reader of request bodies, which bounds their total memory. Above the maximum, rejects
 * the body that began first, so that slow clients cannot keep out others.
 */
export function createBodyReader() {
  const arriving = new ArrivingBodies();
  return (request: IncomingMessage): Promise<ReadResult<Buffer>> =>
    new ArrivingBody(request, arriving).read();
}

/** The arriving bodies, and their total size. */
class ArrivingBodies {
  /** Oldest body first. */
  readonly #bodies = new Set<ArrivingBody>();
  #countedBytes = 0;

  add(body: ArrivingBody) {
    this.#bodies.add(body);
  }

  /** Adds to the total size. Rejects the oldest bodies while the total is too large. */
  count(addedBytes: number) {
    this.#countedBytes += addedBytes;
    for (const oldest of this.#bodies) {
      if (this.#countedBytes <= maxArrivingBytes) break;
      oldest.reject('overloaded');
    }
  }

  remove(body: ArrivingBody, countedBytes: number) {
    this.#bodies.delete(body);
    this.#countedBytes -= countedBytes;
  }
}

/** The body of one request. */
class ArrivingBody {
  readonly #request: IncomingMessage;
  readonly #arriving: ArrivingBodies;
  readonly #result = Promise.withResolvers<ReadResult<Buffer>>();
  readonly #announcedBytes: number;
  readonly #chunks: Buffer[] = [];
  #chunkCount = 0;
  #receivedBytes = 0;
  /** Bytes that this body adds to the total. */
  #countedBytes = 0;
  /** Timer that rejects a body that is too large, after its rest was read for a while. */
  #lingerTimer: NodeJS.Timeout | undefined;

  constructor(request: IncomingMessage, arriving: ArrivingBodies) {
    this.#request = request;
    this.#arriving = arriving;
    this.#announcedBytes = Number(request.headers['content-length'] ?? 0);
  }

  read(): Promise<ReadResult<Buffer>> {
    this.#arriving.add(this);
    this.#request.on('data', this.#onData).on('end', this.#onEnd).on('close', this.#onClose);
    this.#request.on('error', () => undefined);
    this.#count();
    return this.#result.promise;
  }

  readonly #onData = (chunk: Buffer) => {
    this.#chunkCount += 1;
    this.#receivedBytes += chunk.byteLength;
    if (this.#chunkCount > maxChunks) {
      // A chunk of one byte costs as much work as one of a kilobyte.
      this.#request.socket.destroy();
      this.reject('malformed');
      return;
    }
    if (this.#isTooLarge()) {
      this.#chunks.length = 0;
      this.#lingerTimer ??= setTimeout(() => this.reject('tooLarge'), lingerMs);
    } else {
      this.#chunks.push(chunk);
    }
    this.#count();
  };

  readonly #onEnd = () => {
    if (this.#isTooLarge()) this.reject('tooLarge');
    else this.#finish({ ok: true, value: Buffer.concat(this.#chunks, this.#receivedBytes) });
  };

  readonly #onClose = () => this.reject('malformed');

  #isTooLarge(): boolean {
    return this.#receivedBytes > maxBodyBytes || this.#announcedBytes > maxBodyBytes;
  }

  /**
   * Updates the bytes that this body adds to the total: at least the minimum, and only that for a
   * body that is too large.
   */
  #count() {
    const before = this.#countedBytes;
    const takenBytes = this.#isTooLarge() ? 0 : this.#receivedBytes;
    this.#countedBytes = Math.max(takenBytes, minCountedBytes);
    this.#arriving.count(this.#countedBytes - before);
  }

  reject(reason: BodyRejection) {
    this.#finish({ ok: false, error: postErrors[reason] });
  }

  #finish(body: ReadResult<Buffer>) {
    clearTimeout(this.#lingerTimer);
    this.#arriving.remove(this, this.#countedBytes);
    this.#request.off('data', this.#onData).off('end', this.#onEnd).off('close', this.#onClose);
    this.#result.resolve(body);
  }
}
