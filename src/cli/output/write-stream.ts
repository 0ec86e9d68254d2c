import { Readable, type Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';

/** Writes text. Stops without an error if the reader closes the stream. */
export const writeStream = (output: Writable, parts: AsyncIterable<string>): Promise<void> =>
  pipeline(Readable.from(parts), output, { end: false }).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error;
  });

/** Serializes items as a JSON array, one item per line. */
export async function* toJsonArray(items: AsyncIterable<unknown> | unknown[]) {
  let separator = '[\n';
  for await (const item of items) {
    yield `${separator}${JSON.stringify(item)}`;
    separator = ',\n';
  }
  yield separator === '[\n' ? '[]\n' : '\n]\n';
}
