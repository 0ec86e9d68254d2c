import { EventEmitter } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { writeAll } from './write-all.ts';

const part = 'x'.repeat(64 * 1024);

class SlowOutput extends EventEmitter {
  written = 0;
  write(text: string) {
    this.written += text.length;
    return false;
  }
}

async function* parts(count: number) {
  for (let i = 0; i < count; i++) yield part;
  yield 'end';
}

describe('writeAll', () => {
  it('writes everything, and no more at a time than the reader wants', async () => {
    const output = new SlowOutput();
    const writing = writeAll(output, parts(20));
    await sleep(20);
    expect(output.written).toBe(part.length);

    const drain = setInterval(() => output.emit('drain'), 1);
    await writing;
    clearInterval(drain);
    expect(output.written).toBe(20 * part.length + 'end'.length);
    expect(output.listenerCount('error')).toBe(1);
    expect(output.listenerCount('drain')).toBe(0);
  });

  it('stops when the reader goes away', async () => {
    const output = new SlowOutput();
    const writing = writeAll(output, parts(20));
    await sleep(20);
    output.emit('error');
    await writing;
    expect(output.written).toBe(part.length);
  });
});
