import { setTimeout } from 'node:timers/promises';
import { onTestFinished, vi } from 'vitest';

/**
 * Makes each sleep of this test last until `finish` is called or its signal is aborted. The fake
 * timers of Vitest do not reach `node:timers/promises`, and `expect.poll` advances them. The test
 * file needs `vi.hoisted(() => vi.resetModules())` and
 * `vi.mock('node:timers/promises', { spy: true })`.
 */
export function fakeSleeps() {
  const pending = new Map<() => void, number>();
  const sleep = vi.mocked(setTimeout);
  sleep.mockImplementation(async (ms = 0, value, { signal } = {}) => {
    const { promise, resolve, reject } = Promise.withResolvers<undefined>();
    const finishOne = () => resolve(undefined);
    pending.set(finishOne, ms);
    if (signal?.aborted) reject(signal.reason);
    signal?.addEventListener('abort', reject);
    try {
      await promise;
    } finally {
      pending.delete(finishOne);
      signal?.removeEventListener('abort', reject);
    }
    return value as never;
  });
  const finish = () => {
    for (const finishOne of pending.keys()) finishOne();
  };
  onTestFinished(() => {
    sleep.mockReset();
    finish();
  });
  return {
    /** The durations of the pending sleeps, in milliseconds. */
    pending: () => [...pending.values()],
    finish,
  };
}
