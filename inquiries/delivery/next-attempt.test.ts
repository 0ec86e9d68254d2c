import { describe, expect, it } from 'vitest';
import { DeliveryError } from './delivery-error.ts';
import { nextAttempt } from './next-attempt.ts';

const hour = 60 * 60 * 1000;
const day = 24 * hour;
const start = Date.parse('2026-11-21T12:00:00.000Z');

/** Milliseconds from the failure to the next attempt. */
function waitAfter(
  attempts: number,
  { sinceFirstMs = 0, random = 0, error = new DeliveryError('HTTP 500') } = {},
) {
  const now = start + sinceFirstMs;
  const next = nextAttempt({ attempts, firstAttemptAt: start, retryMs: 5000 }, now, random, error);
  return next === undefined ? undefined : next - now;
}

describe('nextAttempt', () => {
  it('waits twice as long after each failure, up to an hour', () => {
    expect([1, 2, 3, 10].map((attempts) => waitAfter(attempts))).toEqual([
      5000, 10_000, 20_000, 2_560_000,
    ]);
    expect(waitAfter(11)).toBe(hour);
    expect(waitAfter(2000)).toBe(hour);
  });

  it('leaves up to half of the wait to chance', () => {
    expect(waitAfter(1, { random: 1 })).toBe(2500);
    expect(waitAfter(1, { random: 0.5 })).toBe(3750);
    expect(waitAfter(100, { random: 1 })).toBe(hour / 2);
  });

  it('makes its last attempt four days after the first, and gives up after it', () => {
    expect(waitAfter(100, { sinceFirstMs: 4 * day - hour - 1 })).toBe(hour);
    expect(waitAfter(100, { sinceFirstMs: 4 * day - 1 })).toBe(1);
    expect(waitAfter(100, { sinceFirstMs: 4 * day })).toBeUndefined();
  });

  it('waits as long as the destination asks, within the four days', () => {
    const after = (retryAfterMs: number) => ({ error: new DeliveryError('x', { retryAfterMs }) });
    expect(waitAfter(1, after(60_000))).toBe(60_000);
    expect(waitAfter(1, after(2 * hour))).toBe(2 * hour);
    expect(waitAfter(1, after(10))).toBe(5000);
    expect(waitAfter(1, after(30 * day))).toBe(4 * day);
  });

  it('ends earlier where four days are of no use', () => {
    const lastAttemptAt = start + 2 * hour;
    const soFar = { attempts: 100, firstAttemptAt: start, lastAttemptAt, retryMs: 5000 };
    const after = (sinceFirstMs: number) =>
      nextAttempt(soFar, start + sinceFirstMs, 0, new DeliveryError('HTTP 500'));
    expect(after(hour + 1)).toBe(lastAttemptAt);
    expect(after(2 * hour)).toBeUndefined();
  });

  it('gives up at once where the destination will never take it', () => {
    expect(waitAfter(1, { error: new DeliveryError('x', { isFinal: true }) })).toBeUndefined();
  });
});
