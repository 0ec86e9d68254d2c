import { Writable } from 'node:stream';
import { finished } from 'node:stream/promises';
import { expect, it } from 'vitest';
import { toJsonArray, writeStream } from './write-stream.ts';

it('takes no more parts than a slow reader has room for, and leaves the stream open', async () => {
  let [written, taken] = ['', 0];
  const output = new Writable({
    highWaterMark: 64,
    write(chunk, _encoding, done) {
      written += chunk;
      expect(taken).toBeLessThan(written.split(' ').length + 100);
      setImmediate(done);
    },
  });
  async function* count() {
    while (taken < 1000) yield `${(taken += 1)} `;
  }
  await writeStream(output, count());
  expect(output.writableEnded).toBe(false);
  await finished(output.end());
  expect(written).toMatch(/^1 2 .* 999 1000 $/);
});

it('passes on an error of the stream', async () => {
  const error = Object.assign(new Error('no space'), { code: 'ENOSPC' });
  const output = new Writable({ write: (_chunk, _encoding, done) => done(error) });
  output.on('error', () => undefined);
  await expect(writeStream(output, toJsonArray(Array(9)))).rejects.toThrow(error);
});
