import { PassThrough } from 'node:stream';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { CliContext } from '../context.ts';
import { startProgress } from './progress.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** Starts a task on a terminal or a pipe, and reads what it shows. */
function start(columns?: number) {
  const stderr = Object.assign(new PassThrough(), columns && { columns });
  const progress = startProgress({ stderr } as unknown as CliContext, 'Importing');
  return { progress, read: () => String(stderr.read() ?? '') };
}

it('a short task shows nothing, also at its end', () => {
  const { progress, read } = start(80);
  vi.advanceTimersByTime(999);
  progress.update(1, 2);
  progress.end();
  expect(read()).toBe('');
});

it('a long task shows what is done on one line, ten times a second, which its end clears', () => {
  const { progress, read } = start(80);
  vi.advanceTimersByTime(1000);
  expect(read()).toBe('\r\u001b[KImporting …');
  progress.update(50, 12_000);
  expect(read()).toBe('');
  vi.advanceTimersByTime(100);
  progress.update(1000, 12_000);
  progress.update(1050, 12_000);
  expect(read()).toBe('\r\u001b[KImporting: 1,000 of 12,000 …');
  progress.end();
  expect(read()).toBe('\r\u001b[K');
});

it('nothing is shown in a pipe', () => {
  const { progress, read } = start();
  vi.advanceTimersByTime(5000);
  progress.update(1000, 12_000);
  progress.end();
  expect(read()).toBe('');
});
