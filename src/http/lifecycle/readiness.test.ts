import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createRecordedLog } from '../../../tests/fixtures/recorded-log.ts';
import type { ReadinessCheck } from './failed-checks.ts';
import { createReadiness } from './readiness.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function setUp() {
  const checks: PromiseWithResolvers<ReadinessCheck[]>[] = [];
  const { log, lines } = createRecordedLog();
  const readiness = createReadiness(log);
  readiness.start(() => {
    const pending = Promise.withResolvers<ReadinessCheck[]>();
    checks.push(pending);
    return pending.promise;
  });
  return { readiness, lines, checks };
}

it('runs one check at a time, and logs each change', async () => {
  const { readiness, checks, lines } = setUp();
  const results = [readiness.getFailures(), readiness.getFailures()];
  expect(checks).toHaveLength(1);
  checks[0]?.resolve(['disk']);
  expect(await Promise.all(results)).toEqual([['disk'], ['disk']]);
  const again = readiness.getFailures();
  checks[1]?.resolve([]);
  expect(await again).toEqual([]);
  expect(lines.map((line) => JSON.parse(line) as object)).toMatchObject([
    { failed: ['disk'], msg: 'The server is not ready' },
    { msg: 'The server is ready again' },
  ]);
});

it('reports the store after 3 s without a response, and starts no second check', async () => {
  const { readiness, checks } = setUp();
  for (let probe = 0; probe < 2; probe += 1) {
    const onResult = vi.fn();
    void readiness.getFailures().then(onResult);
    await vi.advanceTimersByTimeAsync(2999);
    expect(onResult).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(1);
    expect(onResult).toHaveBeenCalledWith(['store']);
  }
  expect(checks).toHaveLength(1);
  checks[0]?.resolve([]);
  await vi.advanceTimersByTimeAsync(0);
  const recovered = readiness.getFailures();
  checks[1]?.resolve([]);
  expect(await recovered).toEqual([]);
});
