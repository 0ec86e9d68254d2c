import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createRecordedLog } from '../../../tests/fixtures/recorded-log.ts';
import type { ReadinessCheck } from './failed-checks.ts';
import { createReadiness } from './readiness.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function setUp() {
  const checks: PromiseWithResolvers<ReadinessCheck[]>[] = [];
  let now = 0;
  const { log, lines } = createRecordedLog();
  const readiness = createReadiness(log, () => now);
  readiness.start(() => {
    const pending = Promise.withResolvers<ReadinessCheck[]>();
    checks.push(pending);
    return pending.promise;
  });
  return { readiness, lines, checks, advance: (ms: number) => (now += ms) };
}

describe('a readiness probe', () => {
  it('runs the checks at most once a second', async () => {
    const { readiness, checks, lines, advance } = setUp();
    const results = [readiness.getFailures(), readiness.getFailures()];
    checks[0]?.resolve(['store']);
    expect(await Promise.all(results)).toEqual([['store'], ['store']]);
    advance(999);
    expect(await readiness.getFailures()).toEqual(['store']);
    expect(checks).toHaveLength(1);
    advance(1);
    const again = readiness.getFailures();
    checks[1]?.resolve([]);
    expect(await again).toEqual([]);
    expect(checks).toHaveLength(2);
    expect(lines.map((line) => JSON.parse(line) as object)).toMatchObject([
      { failed: ['store'], msg: 'The server is not ready' },
      { msg: 'The server is ready again' },
    ]);
    // A timer would delay the exit of the server.
    expect(vi.getTimerCount()).toBe(0);
  });

  it('reports the store after 3 s without a response, and starts no second check', async () => {
    const { readiness, checks, advance } = setUp();
    const onResult = vi.fn();
    void readiness.getFailures().then(onResult);
    await vi.advanceTimersByTimeAsync(2999);
    expect(onResult).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(1);
    expect(onResult).toHaveBeenCalledWith(['store']);
    advance(60_000);
    expect(await readiness.getFailures()).toEqual(['store']);
    expect(checks).toHaveLength(1);
    checks[0]?.resolve([]);
    await vi.advanceTimersByTimeAsync(0);
    expect(await readiness.getFailures()).toEqual([]);
  });

  it('reports the store if the check throws', async () => {
    const { readiness, checks } = setUp();
    const result = readiness.getFailures();
    checks[0]?.reject(new Error('a bug'));
    expect(await result).toEqual(['store']);
  });
});
