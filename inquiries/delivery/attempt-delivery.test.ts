import { getEventListeners } from 'node:events';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { failingStore } from '../../test/failing-store.ts';
import { fakeSleeps } from '../../test/fake-sleeps.ts';
import { recordedLog } from '../../test/recorded-log.ts';
import { sampleInquiry } from '../../test/sample-inquiry.ts';
import { temporaryStore } from '../../test/temporary-store.ts';
import { submitInquiry } from '../submit-inquiry.ts';
import { attemptDelivery } from './attempt-delivery.ts';
import { DeliveryError } from './delivery-error.ts';
import { leaseDelivery, leaseMs } from './leases.ts';
import { listDeliveries } from './list-deliveries.ts';
import type { Sender } from './sender.ts';

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
    attempt: (send: Sender) => attemptDelivery({ ...loop, onAttempt }, delivery, send, stop.signal),
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

const succeed: Sender = async () => undefined;

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
    await expect.poll(logged).toContain('could not be kept for longer');
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
