import type { IncomingMessage } from 'node:http';
import {
  lingerMs,
  maxArrivingBytes,
  maxBodyBytes,
  maxChunks,
  minCountedBytes,
} from './request-limits.ts';

/** `overloaded`: too many bodies are arriving. `malformed`: the body is not complete, or not in UTF-8. */
export type BodyRejection = 'tooLarge' | 'overloaded' | 'malformed';

/** A whole body, or why there is none. */
export type ReceivedBody = { ok: true; bytes: Buffer } | { ok: false; reason: BodyRejection };

export const hasBody = ({ headers }: IncomingMessage): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) !== 0;

/**
 * Creates the reader of request bodies, which bounds their memory. Above the maximum, the body that began
 * first is rejected: slow clients cannot keep out others.
 */
export function createBodyReader() {
  /** Bodies by age, each with the function that rejects it. */
  const arriving = new Map<IncomingMessage, (reason: BodyRejection) => void>();
  let arrivingBytes = 0;

  return (request: IncomingMessage): Promise<ReceivedBody> =>
    new Promise((resolve) => {
      const announced = Number(request.headers['content-length'] ?? 0);
      const chunks: Buffer[] = [];
      let size = 0;
      let chunkCount = 0;
      let counted = 0;
      let lingering: NodeJS.Timeout | undefined;
      const isTooLarge = () => size > maxBodyBytes || announced > maxBodyBytes;

      const finish = (body: ReceivedBody) => {
        clearTimeout(lingering);
        arriving.delete(request);
        arrivingBytes -= counted;
        request.off('data', onData).off('end', onEnd).off('close', onClose);
        resolve(body);
      };
      const reject = (reason: BodyRejection) => finish({ ok: false, reason });
      const onEnd = () => {
        if (isTooLarge()) reject('tooLarge');
        else finish({ ok: true, bytes: Buffer.concat(chunks, size) });
      };
      const onClose = () => reject('malformed');
      const onData = (chunk: Buffer) => {
        size += chunk.byteLength;
        chunkCount += 1;
        if (chunkCount > maxChunks) {
          // Each chunk of a byte costs as much as one of a kilobyte.
          request.socket.destroy();
          reject('malformed');
          return;
        }
        if (isTooLarge()) {
          chunks.length = 0;
          lingering ??= setTimeout(reject, lingerMs, 'tooLarge');
        } else chunks.push(chunk);
        count();
      };
      const count = () => {
        arrivingBytes -= counted;
        counted = isTooLarge() ? minCountedBytes : Math.max(size, minCountedBytes);
        arrivingBytes += counted;
        for (const [, rejectOldest] of arriving) {
          if (arrivingBytes <= maxArrivingBytes) break;
          rejectOldest('overloaded');
        }
      };

      arriving.set(request, reject);
      request.on('data', onData).on('end', onEnd).on('close', onClose);
      request.on('error', () => undefined);
      count();
    });
}
