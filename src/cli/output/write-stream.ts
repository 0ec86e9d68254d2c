import { setImmediate } from 'node:timers/promises';
import type { Output } from '../context.ts';

const batchLength = 16 * 1024;

/**
 * Writes any amount of text as fast as it is read, until its reader goes away. `onProgress` is told
 * now and then how many parts are written.
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
    // Whether the reader is gone is told between two turns of the event loop.
    await setImmediate();
  }
}

/** An array in JSON, in parts: one item a line, each as `toJson` makes it. */
export async function* toJsonArray<Item>(
  items: AsyncIterable<Item>,
  toJson: (item: Item) => unknown = (item) => item,
): AsyncGenerator<string> {
  let separator = '[\n';
  for await (const item of items) {
    yield `${separator}${JSON.stringify(toJson(item))}`;
    separator = ',\n';
  }
  yield separator === '[\n' ? '[]\n' : '\n]\n';
}
