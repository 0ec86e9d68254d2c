import { setImmediate } from 'node:timers/promises';
import type { Output } from './command.ts';

const batchLength = 64 * 1024;

/** Writes any amount of text as fast as it is read, until its reader goes away. */
export async function writeAll(output: Output, parts: AsyncIterable<string>): Promise<void> {
  let isOpen = true;
  let wake = () => {};
  output.once?.('error', () => {
    isOpen = false;
    wake();
  });

  let batch = '';
  for await (const part of parts) {
    batch += part;
    if (batch.length < batchLength) continue;
    await write(batch);
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
