import { getEventListeners } from 'node:events';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { failingStore } from '../../tests/fixtures/failing-store.ts';
import { fakeSleeps } from '../../tests/fixtures/fake-sleeps.ts';
import { recordedLog } from '../../tests/fixtures/recorded-log.ts';
import { sampleInquiry } from '../../tests/fixtures/sample-inquiry.ts';
import { temporaryStore } from '../../tests/fixtures/temporary-store.ts';
import { submitInquiry } from '../http/contact/submit-inquiry.ts';
import type { NotificationSender } from '../notifications/notification.ts';
import { notificationHandlers } from '../notifications/start-deliveries.ts';
import { attemptDelivery, nextAttempt } from './attempt-delivery.ts';
import { DeliveryError } from './delivery-error.ts';
import { leaseDelivery, leaseMs } from './leases.ts';
import { listDeliveries } from './list-deliveries.ts';

// The worker may have loaded these modules without the mock.
vi.hoisted(() => vi.resetModules());
vi.mock('node:timers/promises', { spy: true });

const noon = Date.parse('2026-11-21T12:00:00.000Z');

/** A leased delivery, in a store whose updates may fail. */
async function setUp() {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  onTestFinished(() => void vi.useRealTimers());
  const { store } = await temporaryStore();
  const { log, text } = recordedLog();
  let now = noon;
  const clock = () => now;
  await submitInquiry({ store, clock, destinations: ['email'] }, sampleInquiry);
  const delivery = await leaseDelivery(store, 'email', now);
  if (!delivery) throw new Error('nothing is due');

  const { store: failing, failures } = failingStore(store, 'UpdateQueryNode');
  failures.isOn = false;
  const stop = new AbortController();
  const onAttempt = vi.fn();
  const retries = { random: () => 0, retryMs: 5000, timeZone: 'UTC' };
  const loop = { store: failing, senders: {}, clock, ...retries, log };
  return {
    store,
    failures,
    attempt: (send: NotificationSender) =>
      attemptDelivery(
        { ...loop, ...notificationHandlers(loop), onAttempt },
        delivery,
        send,
        stop.signal,
      ),
    results: () => onAttempt.mock.calls,
    stop: () => stop.abort(),
    stopListeners: () => getEventListeners(stop.signal, 'abort'),
    pass(ms: number) {
      now += ms;
      vi.advanceTimersByTime(ms);
    },
    leaseEnd: () => store.db.selectFrom('deliveries').select('leaseEndsAt').executeTakeFirst(),
    read: async () => (await listDeliveries(store))[0],
    logged: text,
  };
}

const succeed: NotificationSender = async () => undefined;

describe('an attempt', () => {
  it('keeps its delivery for as long as the destination takes', async () => {
    const { attempt, results, pass, leaseEnd, stopListeners, read } = await setUp();
    const answer = Promise.withResolvers<undefined>();
    const attempted = attempt(() => answer.promise);
    pass(leaseMs / 3);
    await expect.poll(leaseEnd).toEqual({ leaseEndsAt: '2026-11-21T12:00:20.000Z' });
    answer.resolve(undefined);
    await attempted;
    expect(await read()).toMatchObject({ state: 'delivered', attempts: 1 });
    expect(results()).toEqual([['email', 'delivered']]);
    expect(vi.getTimerCount()).toBe(0);
    expect(stopListeners()).toEqual([]);
  });

  it('continues when its lease could not be renewed', async () => {
    const { attempt, failures, pass, read, logged } = await setUp();
    const answer = Promise.withResolvers<undefined>();
    const attempted = attempt(() => answer.promise);
    failures.isOn = true;
    pass(leaseMs / 3);
    await expect.poll(logged).toContain('lease of a delivery could not be renewed');
    failures.isOn = false;
    answer.resolve(undefined);
    await attempted;
    expect(await read()).toMatchObject({ state: 'delivered' });
  });

  it('stores the warning of a destination that accepted it', async () => {
    const { attempt, read, logged } = await setUp();
    await attempt(async () => '1 of 2 recipients were refused');
    const lastError = '1 of 2 recipients were refused';
    expect(await read()).toMatchObject({ state: 'delivered', lastError });
    expect(logged()).toMatch(/"level":40,.*1 of 2 recipients were refused/);
  });

  it('stores the first 200 characters of an error', async () => {
    const { attempt, results, read } = await setUp();
    await attempt(async () => {
      throw new DeliveryError('x'.repeat(201));
    });
    expect(await read()).toMatchObject({ state: 'waiting', lastError: 'x'.repeat(200) });
    expect(results()).toEqual([['email', 'postponed']]);
  });

  it('that is stopped before it begins sends nothing and leaves its delivery due', async () => {
    const { store, attempt, results, stop } = await setUp();
    const send = vi.fn(succeed);
    stop();
    await attempt(send);
    expect(send).not.toHaveBeenCalled();
    expect(results()).toEqual([['email', 'interrupted']]);
    expect(await leaseDelivery(store, 'email', noon)).toMatchObject({ attempts: 2 });
  });
});

describe('an outcome that the store fails to save', () => {
  it('is saved again after a second, until that succeeds', async () => {
    const { attempt, failures, read, logged } = await setUp();
    const sleeps = fakeSleeps();
    failures.isOn = true;
    const attempted = attempt(succeed);
    await expect.poll(sleeps.pending).toEqual([1000]);
    expect(failures.count).toBe(1);
    expect(logged()).toContain('The outcome of a delivery could not be stored');
    sleeps.finish();
    await expect.poll(() => failures.count).toBe(2);
    await expect.poll(sleeps.pending).toEqual([1000]);
    failures.isOn = false;
    sleeps.finish();
    await attempted;
    expect(await read()).toMatchObject({ state: 'delivered' });
  });

  it('does not delay stopping', async () => {
    const { attempt, failures, stop, read } = await setUp();
    fakeSleeps();
    failures.isOn = true;
    const attempted = attempt(async () => {
      stop();
      return undefined;
    });
    const onEnd = vi.fn();
    void attempted.then(onEnd);
    await expect.poll(() => onEnd.mock.calls).toHaveLength(1);
    expect(failures.count).toBe(1);
    expect(await read()).toMatchObject({ state: 'waiting' });
  });
});

describe('nextAttempt', () => {
  const hour = 60 * 60 * 1000;
  const day = 24 * hour;
  const start = Date.parse('2026-11-21T12:00:00.000Z');

  /** Milliseconds from the failure to the next attempt. */
  function waitAfter(
    attempts: number,
    { sinceFirstMs = 0, random = 0, error = new DeliveryError('HTTP 500') } = {},
  ) {
    const now = start + sinceFirstMs;
    const next = nextAttempt(
      { attempts, firstAttemptAt: start, retryMs: 5000 },
      now,
      random,
      error,
    );
    return next === undefined ? undefined : next - now;
  }

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
