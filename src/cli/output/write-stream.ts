import { setImmediate } from 'node:timers/promises';
import type { Output } from '../context.ts';

const batchLength = 16 * 1024;

/**
 * Writes text with backpressure until the reader closes the stream. `onProgress` receives the number
 * of written parts.
 */
export async function writeStream(
  output: Output,
  parts: AsyncIterable<string>,
  onProgress?: (done: number) => void,
): Promise<void> {
  let isOpen = true;
  let wake = () => {};
  output.once?.('error', () => {
    isOpen = false;
    wake();
  });

  let batch = '';
  let done = 0;
  for await (const part of parts) {
    batch += part;
    done++;
    if (batch.length < batchLength) continue;
    await write(batch);
    onProgress?.(done);
    batch = '';
    if (!isOpen) return;
  }
  await write(batch);

  async function write(text: string) {
    if (output.write(text) === false) {
      await new Promise<void>((resolve) => {
        wake = resolve;
        output.once?.('drain', resolve);
      });
    }
    // The event `error` of a closed reader arrives in the next turn of the event loop.
    await setImmediate();
  }
}

/** Serializes items as a JSON array in parts, one item per line. */
export async function* toJsonArray<Item>(
  items: AsyncIterable<Item> | Item[],
  toJson: (item: Item) => unknown = (item) => item,
): AsyncGenerator<string> {
  let separator = '[\n';
  for await (const item of items) {
    yield `${separator}${JSON.stringify(toJson(item))}`;
    separator = ',\n';
  }
  yield separator === '[\n' ? '[]\n' : '\n]\n';
}
