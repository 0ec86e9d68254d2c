import { EventEmitter } from 'node:events';
import { setImmediate } from 'node:timers/promises';
import { describe, expect, it, vi } from 'vitest';
import { writeStream } from './write-stream.ts';

const part = 'x'.repeat(64 * 1024);

class SlowOutput extends EventEmitter {
  written = 0;
  write(text: string) {
    this.written += text.length;
    return false;
  }
}

/** Waits more turns of the event loop than a complete write takes. */
async function turns() {
  for (let turn = 0; turn < 50; turn++) await setImmediate();
}

async function* parts(count: number) {
  for (let i = 0; i < count; i++) yield part;
  yield 'end';
}

describe('writeStream', () => {
  it('writes everything with backpressure', async () => {
    const output = new SlowOutput();
    const writing = writeStream(output, parts(20));
    await turns();
    expect(output.written).toBe(part.length);

    const written = vi.fn();
    void writing.then(written);
    while (!written.mock.calls.length) {
      output.emit('drain');
      await setImmediate();
    }
    expect(output.written).toBe(20 * part.length + 'end'.length);
    expect(output.listenerCount('error')).toBe(1);
    expect(output.listenerCount('drain')).toBe(0);
  });

  it('stops when the reader closes the stream', async () => {
    const output = new SlowOutput();
    const writing = writeStream(output, parts(20));
    await turns();
    output.emit('error');
    await writing;
    expect(output.written).toBe(part.length);

    const write = vi.fn(() => {
      void setImmediate().then(() => closed.emit('error'));
      return true;
    });
    const closed = Object.assign(new EventEmitter(), { write });
    await writeStream(closed, parts(20));
    expect(write).toHaveBeenCalledOnce();
  });
});
