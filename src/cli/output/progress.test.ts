import { PassThrough } from 'node:stream';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { CliContext } from '../command.ts';
import { formatNumber } from './format.ts';
import { showProgress } from './progress.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** Starts a task on a terminal or a pipe, and collects the output. */
function start(columns?: number) {
  const stderr = Object.assign(new PassThrough(), columns && { columns });
  const { promise, resolve } = Promise.withResolvers<undefined>();
  let update: (done: number, total: number) => void = () => undefined;
  const shown = showProgress({ stderr } as unknown as CliContext, 'Importing', (given) => {
    update = given;
    return promise;
  });
  const end = () => {
    resolve(undefined);
    return shown;
  };
  return { update, end, read: () => String(stderr.read() ?? '') };
}

it.each([
  ['a short task', 999, 80],
  ['a long task in a pipe', 5000, undefined],
])('%s shows nothing, also at its end', async (_, ms, columns) => {
  const { update, end, read } = start(columns);
  vi.advanceTimersByTime(ms);
  update(1, 2);
  await end();
  expect(read()).toBe('');
});

it('a long task shows what is done on one line, ten times a second, which its end clears', async () => {
  const { update, end, read } = start(80);
  vi.advanceTimersByTime(1000);
  expect(read()).toBe('\r\u001b[KImporting …');
  update(50, 12_000);
  expect(read()).toBe('');
  vi.advanceTimersByTime(100);
  update(1000, 12_000);
  update(1050, 12_000);
  expect(read()).toBe(`\r\u001b[KImporting: ${formatNumber(1000)} of ${formatNumber(12_000)} …`);
  await end();
  expect(read()).toBe('\r\u001b[K');
});
