import { Writable } from 'node:stream';
import { finished } from 'node:stream/promises';
import { expect, it } from 'vitest';
import { writeStream } from './write-stream.ts';

async function* countTo(count: number) {
  for (let number = 1; number <= count; number++) yield `${number} `;
}

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
    for await (const part of countTo(1000)) {
      taken++;
      yield part;
    }
  }
  await writeStream(output, count());
  await finished(output.end());
  expect(written).toMatch(/^1 2 .* 999 1000 $/);
});

it('passes on an error of the stream, unless the reader closed it', async () => {
  const fail = (code: string) => {
    const error = Object.assign(new Error(code), { code });
    const output = new Writable({ write: (_chunk, _encoding, done) => done(error) });
    return writeStream(
      output.on('error', () => undefined),
      countTo(100_000),
    );
  };
  await expect(fail('EPIPE')).resolves.toBeUndefined();
  await expect(fail('ENOSPC')).rejects.toThrow('ENOSPC');
});
