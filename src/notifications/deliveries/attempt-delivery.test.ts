import { getEventListeners } from 'node:events';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { email } from '../../../tests/fixtures/destinations.ts';
import { createFailingStore } from '../../../tests/fixtures/failing-store.ts';
import { fakeSleeps } from '../../../tests/fixtures/fake-sleeps.ts';
import { createRecordedLog } from '../../../tests/fixtures/recorded-log.ts';
import { storeInquiry } from '../../../tests/fixtures/store-inquiry.ts';
import { temporaryStore } from '../../../tests/fixtures/temporary-store.ts';
import { StoreUnavailable } from '../../store/store-errors.ts';
import { received } from '../messages/received.ts';
import { DeliveryError, type Refusal, type Sender } from '../sender.ts';
import { attemptDelivery, nextAttempt } from './attempt-delivery.ts';
import { leaseDelivery, leaseMs } from './leases.ts';
import { listDeliveries } from './list-deliveries.ts';

const noon = Date.parse('2026-11-21T12:00:00.000Z');

/** A leased delivery, in a store whose updates may fail, of a message that cannot be loaded if `loadError`. */
async function setUp(loadError?: Error) {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  onTestFinished(() => void vi.useRealTimers());
  const { store } = await temporaryStore();
  const { log, text } = createRecordedLog();
  let now = noon;
  const clock = () => now;
  await storeInquiry(store, {}, { at: now, destinations: [email] });
  const delivery = await leaseDelivery(store, 'email', now);
  if (!delivery) throw new Error('nothing is due');

  const { store: failing, failures } = createFailingStore(store, 'UpdateQueryNode');
  failures.isOn = false;
  if (loadError) vi.spyOn(received, 'load').mockRejectedValueOnce(loadError);
  const stop = new AbortController();
  onTestFinished(() => {
    failures.isOn = false;
    stop.abort();
  });
  const dependencies = {
    ...{ store: failing, clock, timeZone: 'UTC', holidays: [] },
    ...{ random: () => 0, log },
  };
  return {
    store,
    failures,
    attempt: (send: Sender) => attemptDelivery(dependencies, delivery, send, stop.signal),
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

const succeed: Sender = async () => [];

describe('an attempt', () => {
  it('renews its lease until the destination responds, also after a failed renewal', async () => {
    const { attempt, failures, pass, leaseEnd, stopListeners, read, logged } = await setUp();
    const response = Promise.withResolvers<Refusal[]>();
    const attempted = attempt(() => response.promise);
    failures.isOn = true;
    pass(leaseMs / 3);
    await expect.poll(logged).toContain('lease of a delivery could not be renewed');
    failures.isOn = false;
    pass(leaseMs / 3);
    await expect.poll(leaseEnd).toEqual({ leaseEndsAt: '2026-11-21T12:00:25.000Z' });
    response.resolve([]);
    await attempted;
    expect(await read()).toMatchObject({ state: 'delivered', attempts: 1 });
    expect(vi.getTimerCount()).toBe(0);
    expect(stopListeners()).toEqual([]);
  });

  it('is aborted without an outcome once its lease is lost, with a warning', async () => {
    const { store, attempt, pass, read, logged } = await setUp();
    const started = Promise.withResolvers<AbortSignal>();
    const response = Promise.withResolvers<Refusal[]>();
    const attempted = attempt((_, signal) => {
      started.resolve(signal);
      return response.promise;
    });
    const signal = await started.promise;
    await leaseDelivery(store, 'email', noon + leaseMs);
    pass(leaseMs / 3);
    await expect.poll(() => signal.aborted).toBe(true);
    response.reject(new DeliveryError('ABORT_ERR'));
    await attempted;
    expect(await read()).toMatchObject({ state: 'waiting', attempts: 2 });
    expect(logged()).toMatch(/"level":40,.*lease of a delivery was lost/);
  });

  it('warns of recipients that were refused, without their addresses', async () => {
    const { attempt, read, logged } = await setUp();
    await attempt(async () => [
      { recipient: 'bob@firm.example', reason: 'SMTP 550', isTemporary: false },
      { recipient: 'eve@firm.example', reason: 'SMTP 550', isTemporary: false },
    ]);
    const lastError = 'Refused recipients: 2 (SMTP 550)';
    expect(await read()).toMatchObject({ state: 'delivered', lastError });
    expect(logged()).toMatch(/"level":40,.*Refused recipients: 2.*delivered with a warning/);
    expect(logged()).not.toContain('firm.example');
  });

  it('stores the first 200 characters of an error', async () => {
    const { attempt, read } = await setUp();
    await attempt(async () => {
      throw new DeliveryError('x'.repeat(201));
    });
    expect(await read()).toMatchObject({ state: 'waiting', lastError: 'x'.repeat(200) });
  });

  it.each([
    [new RangeError('Ada: Invalid time value'), 'RangeError'],
    [Object.assign(new Error('Ada'), { code: 'ERR_INVALID_ARG' }), 'ERR_INVALID_ARG'],
  ])('fails if its notification cannot be loaded: %s', async (bug, lastError) => {
    const { attempt, read, logged } = await setUp(bug);
    const send = vi.fn(succeed);
    await attempt(send);
    expect(send).not.toHaveBeenCalled();
    const nextAttemptAt = '2026-11-21T12:00:05.000Z';
    expect(await read()).toMatchObject({ state: 'waiting', attempts: 1, nextAttemptAt, lastError });
    expect(logged()).toMatch(/"level":50,.*attempt-delivery\.test.*failed for an unknown reason/);
    expect(logged()).not.toContain('Ada');
  });

  it('has no outcome if the store fails before it', async () => {
    const failure = new StoreUnavailable('The notification could not be read');
    const { attempt, read } = await setUp(failure);
    await expect(attempt(succeed)).rejects.toBe(failure);
    expect((await read())?.lastError).toBeUndefined();
    expect(vi.getTimerCount()).toBe(0);
  });

  it('sends nothing when aborted before it starts, and leaves its delivery due', async () => {
    const { store, attempt, stop } = await setUp();
    const send = vi.fn(succeed);
    stop();
    await attempt(send);
    expect(send).not.toHaveBeenCalled();
    expect(await leaseDelivery(store, 'email', noon)).toMatchObject({ attempts: 2 });
  });
});

describe('an outcome that cannot be stored', () => {
  it('is retried every second', async () => {
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

  it('does not delay the stop', async () => {
    const { attempt, failures, stop, read } = await setUp();
    failures.isOn = true;
    await attempt(async () => {
      stop();
      return [];
    });
    expect(failures.count).toBe(1);
    expect(await read()).toMatchObject({ state: 'waiting' });
  });
});

const hour = 60 * 60 * 1000;
const day = 24 * hour;

it.each<[attempts: number, random: number, sinceFirstMs: number, delayMs: number | undefined]>([
  [1, 0, 0, 5000],
  [2, 0, 0, 10_000],
  [3, 0, 0, 20_000],
  [10, 0, 0, 2_560_000],
  [11, 0, 0, hour],
  [2000, 0, 0, hour],
  [1, 1, 0, 2500],
  [1, 0.5, 0, 3750],
  [100, 1, 0, hour / 2],
  [100, 0, 4 * day - hour - 1, hour],
  [100, 0, 4 * day - 1, 1],
  [100, 0, 4 * day, undefined],
])(
  'the delay doubles up to an hour, with 50 %% jitter, for four days: %s, %s, %s → %s',
  (attempts, random, sinceFirstMs, delayMs) => {
    const clock = () => noon + sinceFirstMs;
    const dependencies = { clock, random: () => random };
    const failed = { attempts, firstAttemptAt: new Date(noon).toISOString() };
    const next = nextAttempt(dependencies, failed, new DeliveryError('HTTP 500'));
    expect(next && next - clock()).toBe(delayMs);
    const final = new DeliveryError('x', { isFinal: true });
    expect(nextAttempt(dependencies, failed, final)).toBeUndefined();
  },
);
