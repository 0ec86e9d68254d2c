import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { afterFirstQuery } from '../../../tests/fixtures/after-first-query.ts';
import { email, inquirer, webhook } from '../../../tests/fixtures/destinations.ts';
import { createFailingStore } from '../../../tests/fixtures/failing-store.ts';
import { fakeSleeps } from '../../../tests/fixtures/fake-sleeps.ts';
import { createRecordedLog } from '../../../tests/fixtures/recorded-log.ts';
import { storeInquiry } from '../../../tests/fixtures/store-inquiry.ts';
import { temporaryStore } from '../../../tests/fixtures/temporary-store.ts';
import type { Store } from '../../store/store.ts';
import type { StoredInquiry } from '../../store/inquiries/stored-inquiry.ts';
import type { Notification } from '../messages/message.ts';
import { DeliveryError, type Refusal, type Sender, type Senders } from '../sender.ts';
import { startDeliveryWorkers } from './delivery-workers.ts';
import { leaseDelivery } from './leases.ts';
import { listDeliveries } from './list-deliveries.ts';

// The worker may have loaded these modules without the mock.
vi.hoisted(() => vi.resetModules());
vi.mock('node:timers/promises', { spy: true });

const noon = Date.parse('2026-11-21T12:00:00.000Z');
const second = 1000;
const hour = 60 * 60 * second;

const nameOf = ({ message, data }: Notification) =>
  (data as { inquiry?: StoredInquiry }).inquiry?.firstName ?? message.kind;

async function setUp(senders: Senders, changes: { store?: Store; random?: () => number } = {}) {
  const store = changes.store ?? (await temporaryStore()).store;
  const { log, text } = createRecordedLog();
  let now = noon;
  const clock = () => now;
  const { random = () => 0 } = changes;
  const calendar = { timeZone: 'UTC', holidays: [] };

  const destinations = [email, webhook, inquirer].filter(({ name }) => name in senders);
  const start = () => {
    const dependencies = { store, clock, ...calendar, random, retryMs: 5000, log };
    const workers = startDeliveryWorkers({ ...dependencies, senders });
    onTestFinished(() => workers.stop(0));
    return workers;
  };
  const submit = (firstName = 'Ada') =>
    storeInquiry(store, { firstName }, { at: now, destinations });
  const pass = (ms: number) => (now += ms);
  return { store, clock, start, submit, pass, logged: text };
}

const statesOf = async (store: Store) =>
  (await listDeliveries(store)).map(({ destination, state }) => `${destination} ${state}`);

/** A sender that records the names of inquirers, and fails while `error` is set. */
function recordingSender() {
  const sent: string[] = [];
  const sender = {
    sent,
    error: undefined as Error | undefined,
    send: (async (notification) => {
      sent.push(nameOf(notification));
      if (sender.error) throw sender.error;
      return [];
    }) satisfies Sender,
  };
  return sender;
}

/** A sender that hangs until `succeed` is called. */
function hangingSender() {
  const called = Promise.withResolvers<AbortSignal>();
  const response = Promise.withResolvers<Refusal[]>();
  const send: Sender = (_, signal) => {
    called.resolve(signal);
    signal.addEventListener('abort', () => response.reject(signal.reason));
    return response.promise;
  };
  return { send, called: called.promise, succeed: () => response.resolve([]) };
}

describe('an inquiry', () => {
  it('reaches a destination while the attempt of another one hangs', async () => {
    const { send, called } = hangingSender();
    const webhook = recordingSender();
    const { store, start, submit } = await setUp({ email: send, webhook: webhook.send });
    const workers = start();
    await submit();
    workers.wake();
    await called;
    await submit();
    workers.wake();
    const delivered = () => listDeliveries(store, { state: 'delivered' });
    await expect.poll(delivered).toMatchObject(Array(2).fill({ destination: 'webhook' }));
  });

  it('is delivered at once when the workers are woken', async () => {
    const sleeps = fakeSleeps();
    const email = recordingSender();
    const { start, submit } = await setUp({ email: email.send });
    const workers = start();
    await expect.poll(sleeps.pending).toHaveLength(1);
    await submit();
    workers.wake();
    await expect.poll(() => email.sent).toEqual(['Ada']);
  });

  it('is delivered in order of due time, without a delay after the one before', async () => {
    fakeSleeps();
    const email = recordingSender();
    const { store, start, submit, pass } = await setUp({ email: email.send });
    await submit('First');
    pass(second);
    await submit('Second');
    pass(second);
    await submit('Third');
    start();
    await expect.poll(() => statesOf(store)).toEqual(Array(3).fill('email delivered'));
    expect(email.sent).toEqual(['First', 'Second', 'Third']);
  });
});

describe('a failed delivery', () => {
  it('is attempted again when due without a wake-up', async () => {
    const sleeps = fakeSleeps();
    const email = recordingSender();
    email.error = new DeliveryError('HTTP 500');
    const { store, start, submit, pass } = await setUp({ email: email.send }, { random: () => 1 });
    await submit();
    start();
    await expect.poll(sleeps.pending).toEqual([2500]);
    email.error = undefined;
    pass(2500);
    sleeps.finish();
    await expect.poll(() => statesOf(store)).toEqual(['email delivered']);
    expect(email.sent).toEqual(['Ada', 'Ada']);
    expect((await listDeliveries(store))[0]?.lastError).toBeUndefined();
  });
});

describe('a lease', () => {
  it('taken first by another process makes the worker poll again after 100 ms', async () => {
    const sleeps = fakeSleeps();
    const email = recordingSender();
    const { store: first, location } = await temporaryStore();
    const { store: second } = await temporaryStore({ location });
    const store = afterFirstQuery(first, () => leaseDelivery(second, 'email', clock()));
    const { clock, start, submit, pass } = await setUp({ email: email.send }, { store });
    await submit();
    // Not due yet.
    pass(hour);
    await submit('Later');
    pass(-hour);
    start();
    await expect.poll(sleeps.pending).toEqual([100]);
    expect(email.sent).toEqual([]);
  });
});

describe('stopping', () => {
  const fakeTimers = () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    onTestFinished(() => void vi.useRealTimers());
  };

  it('waits for attempts in progress and takes no more deliveries', async () => {
    const { send, called, succeed: end } = hangingSender();
    const { store, start, submit } = await setUp({ email: send });
    await submit('First');
    await submit('Second');
    const workers = start();
    const signal = await called;
    fakeTimers();
    const stopped = workers.stop(10 * second);
    end();
    await stopped;
    vi.advanceTimersByTime(10 * second);
    expect(signal.aborted).toBe(false);
    expect((await statesOf(store)).sort()).toEqual(['email delivered', 'email waiting']);
  });

  it('aborts attempts that take longer and leaves their deliveries due', async () => {
    const { send, called } = hangingSender();
    const { store, clock, start, submit } = await setUp({ email: send });
    await submit();
    const workers = start();
    const signal = await called;
    fakeTimers();
    const stopped = workers.stop(10 * second);
    vi.advanceTimersByTime(10 * second - 1);
    expect(signal.aborted).toBe(false);
    vi.advanceTimersByTime(1);
    expect(signal.aborted).toBe(true);
    await stopped;
    expect(await leaseDelivery(store, 'email', clock())).toMatchObject({ attempts: 2 });
  });
});

describe('a store that fails', () => {
  it('is queried again after 5 seconds', async () => {
    const sleeps = fakeSleeps();
    const email = recordingSender();
    const { store } = await temporaryStore();
    const { store: failing, failures } = createFailingStore(store, 'SelectQueryNode');
    const { start, submit, logged } = await setUp({ email: email.send }, { store: failing });
    await submit();
    start();
    await expect.poll(sleeps.pending).toEqual([5000]);
    expect(failures.count).toBe(1);
    expect(logged()).toContain('Deliveries could not be processed');
    failures.isOn = false;
    sleeps.finish();
    await expect.poll(() => email.sent).toEqual(['Ada']);
  });
});
