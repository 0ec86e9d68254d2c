import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Check } from '../../store/failed-checks.ts';
import { createReadiness } from './readiness.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function setUp() {
  const looks: PromiseWithResolvers<Check[]>[] = [];
  const changes: string[] = [];
  let now = 0;
  const readiness = createReadiness({
    look: () => {
      const look = Promise.withResolvers<Check[]>();
      looks.push(look);
      return look.promise;
    },
    onChange: (failed) => changes.push(failed.join()),
    monotonic: () => now,
  });
  return { readiness, changes, looks, pass: (ms: number) => (now += ms) };
}

describe('a server is asked whether it is ready', () => {
  it('and looks once a second, however often it is asked', async () => {
    const { readiness, looks, changes, pass } = setUp();
    const answers = [readiness.whyNot(), readiness.whyNot()];
    looks[0]?.resolve(['store']);
    expect(await Promise.all(answers)).toEqual([['store'], ['store']]);
    pass(999);
    expect(await readiness.whyNot()).toEqual(['store']);
    expect(looks).toHaveLength(1);
    pass(1);
    const again = readiness.whyNot();
    looks[1]?.resolve([]);
    expect(await again).toEqual([]);
    expect(looks).toHaveLength(2);
    expect(changes).toEqual(['store', '']);
    // None of them delays the exit of a server that stops.
    expect(vi.getTimerCount()).toBe(0);
  });

  it('and says no where the store does not answer in 3 s, without asking it more', async () => {
    const { readiness, looks, pass } = setUp();
    const answered = vi.fn();
    void readiness.whyNot().then(answered);
    await vi.advanceTimersByTimeAsync(2999);
    expect(answered).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(1);
    expect(answered).toHaveBeenCalledWith(['store']);
    pass(60_000);
    expect(await readiness.whyNot()).toEqual(['store']);
    expect(looks).toHaveLength(1);
    looks[0]?.resolve([]);
    await vi.advanceTimersByTimeAsync(0);
    expect(await readiness.whyNot()).toEqual([]);
  });

  it('and says no where the look fails', async () => {
    const { readiness, looks } = setUp();
    const answer = readiness.whyNot();
    looks[0]?.reject(new Error('a fault of ours'));
    expect(await answer).toEqual(['store']);
  });

  it('and says that it is stopping, whatever it found before', async () => {
    const { readiness, looks } = setUp();
    const answer = readiness.whyNot();
    looks[0]?.resolve([]);
    expect(await answer).toEqual([]);
    readiness.stop();
    expect(await readiness.whyNot()).toEqual(['stopping']);
  });
});
