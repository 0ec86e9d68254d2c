import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createRecordedLog } from '../../../tests/fixtures/recorded-log.ts';
import { StoreUnavailable } from '../../store/store-errors.ts';
import type { ReadinessCheck } from './failed-checks.ts';
import { Readiness } from './readiness.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function setUp() {
  const checks: PromiseWithResolvers<ReadinessCheck[]>[] = [];
  const { log, lines } = createRecordedLog();
  const readiness = new Readiness(log);
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

it('logs why the store failed, once until it recovers', async () => {
  const { readiness, checks, lines } = setUp();
  for (const message of ['disk I/O error', 'disk I/O error']) {
    const failed = readiness.getFailures();
    checks.at(-1)?.reject(new StoreUnavailable(message, { fix: 'Check the disk.' }));
    expect(await failed).toEqual(['store']);
  }
  expect(lines.map((line) => JSON.parse(line) as object)).toMatchObject([
    {
      failed: ['store'],
      err: { message: expect.stringContaining('disk I/O error'), fix: 'Check the disk.' },
      msg: 'The server is not ready',
    },
  ]);
});

it.each([
  [{ errcode: 11 }, 'damaged'],
  [{ errcode: 26 }, 'damaged'],
  [{ errcode: 10 }, 'store'],
])('names a damaged store: %j is %s', async (codes, failure) => {
  const { readiness, checks } = setUp();
  const failed = readiness.getFailures();
  const cause = Object.assign(new Error('x'), codes);
  checks[0]?.reject(new StoreUnavailable('x', { cause }));
  expect(await failed).toEqual([failure]);
});

it('reports the store after 3 s without a response, and starts no second check', async () => {
  const { readiness, checks, lines } = setUp();
  for (let probe = 0; probe < 2; probe += 1) {
    const onResult = vi.fn();
    void readiness.getFailures().then(onResult);
    await vi.advanceTimersByTimeAsync(2999);
    expect(onResult).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(1);
    expect(onResult).toHaveBeenCalledWith(['store']);
  }
  expect(checks).toHaveLength(1);
  expect(lines.map((line) => JSON.parse(line) as object)).toMatchObject([
    { failed: ['store'], err: { message: 'The store has not responded for 3 s' } },
  ]);
  checks[0]?.resolve([]);
  await vi.advanceTimersByTimeAsync(0);
  const recovered = readiness.getFailures();
  checks[1]?.resolve([]);
  expect(await recovered).toEqual([]);
});
