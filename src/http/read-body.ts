import type { IncomingMessage } from 'node:http';
import { postErrors } from './post-errors.ts';
import type { ReadResult } from './read-post.ts';
import {
  lingerMs,
  maxArrivingBytes,
  maxBodyBytes,
  maxChunks,
  minCountedBytes,
} from './request-limits.ts';

/** `overloaded`: too many bodies are arriving. `malformed`: the body is not complete, or not in UTF-8. */
export type BodyRejection = 'tooLarge' | 'overloaded' | 'malformed';

export const hasBody = ({ headers }: IncomingMessage): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) !== 0;

/**
 * Creates the reader of request bodies, which bounds their memory. Above the maximum, the body that began
 * first is rejected: slow clients cannot keep out others.
 */
export function createBodyReader() {
  /** The functions that reject the bodies that are arriving, oldest first. */
  const arriving = new Set<(reason: BodyRejection) => void>();
  let arrivingBytes = 0;

  return (request: IncomingMessage): Promise<ReadResult<Buffer>> => {
    const { promise, resolve } = Promise.withResolvers<ReadResult<Buffer>>();
    const announcedBytes = Number(request.headers['content-length'] ?? 0);
    const chunks: Buffer[] = [];
    let chunkCount = 0;
    let receivedBytes = 0;
    /** The part of `arrivingBytes` that is this body. */
    let countedBytes = 0;
    let lingering: NodeJS.Timeout | undefined;

    arriving.add(reject);
    request.on('data', onData).on('end', onEnd).on('close', onClose);
    request.on('error', () => undefined);
    count();
    return promise;

    function onData(chunk: Buffer) {
      chunkCount += 1;
      receivedBytes += chunk.byteLength;
      if (chunkCount > maxChunks) {
        // Each chunk of a byte costs as much as one of a kilobyte.
        request.socket.destroy();
        reject('malformed');
        return;
      }
      if (isTooLarge()) {
        chunks.length = 0;
        lingering ??= setTimeout(reject, lingerMs, 'tooLarge');
      } else {
        chunks.push(chunk);
      }
      count();
    }

    function onEnd() {
      if (isTooLarge()) reject('tooLarge');
      else finish({ ok: true, value: Buffer.concat(chunks, receivedBytes) });
    }

    function onClose() {
      reject('malformed');
    }

    function isTooLarge(): boolean {
      return receivedBytes > maxBodyBytes || announcedBytes > maxBodyBytes;
    }

    /** Counts what this body takes. Rejects the oldest ones while all together take too much. */
    function count() {
      arrivingBytes -= countedBytes;
      countedBytes = isTooLarge() ? minCountedBytes : Math.max(receivedBytes, minCountedBytes);
      arrivingBytes += countedBytes;
      for (const rejectOldest of arriving) {
        if (arrivingBytes <= maxArrivingBytes) break;
        rejectOldest('overloaded');
      }
    }

    function reject(reason: BodyRejection) {
      finish({ ok: false, error: postErrors[reason] });
    }

    function finish(body: ReadResult<Buffer>) {
      clearTimeout(lingering);
      arriving.delete(reject);
      arrivingBytes -= countedBytes;
      request.off('data', onData).off('end', onEnd).off('close', onClose);
      resolve(body);
    }
  };
}
