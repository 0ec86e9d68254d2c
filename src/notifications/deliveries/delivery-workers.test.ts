import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { afterFirstQuery } from '../../../tests/fixtures/after-first-query.ts';
import { email, webhook } from '../../../tests/fixtures/destinations.ts';
import { createFailingStore } from '../../../tests/fixtures/failing-store.ts';
import { fakeSleeps } from '../../../tests/fixtures/fake-sleeps.ts';
import { createRecordedLog } from '../../../tests/fixtures/recorded-log.ts';
import { storeInquiry } from '../../../tests/fixtures/store-inquiry.ts';
import { temporaryStore } from '../../../tests/fixtures/temporary-store.ts';
import type { Store } from '../../store/store.ts';
import type { StoredInquiry } from '../../store/inquiries/stored-inquiry.ts';
import { DeliveryError, type Refusal, type Sender, type Senders } from '../sender.ts';
import { deliverDue, startDeliveryWorkers } from './delivery-workers.ts';
import { leaseDelivery } from './leases.ts';
import { listDeliveries } from './list-deliveries.ts';

const second = 1000;
const hour = 60 * 60 * second;
const never = new AbortController().signal;

async function setUp(senders: Senders, changes: { store?: Store } = {}) {
  const store = changes.store ?? (await temporaryStore()).store;
  const { log, text } = createRecordedLog();
  let now = Date.parse('2026-11-21T12:00:00.000Z');
  const clock = () => now;
  const dependencies = {
    ...{ store, clock, timeZone: 'UTC', holidays: [] },
    ...{ random: () => 1, log },
  };
  const destinations = [email, webhook].filter(({ name }) => name in senders);
  return {
    ...{ store, clock, logged: text },
    start() {
      const workers = startDeliveryWorkers({ ...dependencies, senders });
      onTestFinished(() => workers.stop(0));
      return workers;
    },
    /** Delivers what is due. Resolves to the time to sleep. */
    deliver: () => deliverDue(dependencies, 'email', senders['email'] as Sender, never, never),
    submit: (firstName = 'Ada') => storeInquiry(store, { firstName }, { at: now, destinations }),
    pass: (ms: number) => (now += ms),
    states: async () =>
      (await listDeliveries(store)).map(({ destination, state }) => `${destination} ${state}`),
  };
}

/** A sender that records the names of inquirers, and fails while `error` is set. */
function recordingSender() {
  const sent: string[] = [];
  const sender = {
    sent,
    error: undefined as Error | undefined,
    send: (async ({ data }) => {
      sent.push((data as { inquiry: StoredInquiry }).inquiry.firstName);
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

it('inquiries are delivered in order of due time, without a delay in between', async () => {
  const { sent, send } = recordingSender();
  const { deliver, submit, pass, states } = await setUp({ email: send });
  for (const name of ['First', 'Second', 'Third']) {
    await submit(name);
    pass(second);
  }
  expect(await deliver()).toBe(5000);
  expect(await states()).toEqual(Array(3).fill('email delivered'));
  expect(sent).toEqual(['First', 'Second', 'Third']);
});

it('a failed delivery is attempted again when due', async () => {
  const sender = recordingSender();
  sender.error = new DeliveryError('HTTP 500');
  const { store, deliver, submit, pass } = await setUp({ email: sender.send });
  await submit();
  expect(await deliver()).toBe(2500);
  sender.error = undefined;
  pass(2499);
  expect(await deliver()).toBe(100);
  pass(1);
  await deliver();
  expect(sender.sent).toEqual(['Ada', 'Ada']);
  const [delivery] = await listDeliveries(store);
  expect(delivery).toMatchObject({ state: 'delivered' });
  expect(delivery).not.toHaveProperty('lastError');
});

it('a delivery that another process leases first is looked for again after 100 ms', async () => {
  const { sent, send } = recordingSender();
  const { store: first, location } = await temporaryStore();
  const { store: second } = await temporaryStore({ location });
  const store = afterFirstQuery(first, () => leaseDelivery(second, 'email', clock()));
  const { clock, deliver, submit, pass } = await setUp({ email: send }, { store });
  await submit();
  // Not due yet.
  pass(hour);
  await submit('Later');
  pass(-hour);
  expect(await deliver()).toBe(100);
  expect(sent).toEqual([]);
});

describe('the workers', () => {
  it('deliver at once when woken, also while another destination hangs', async () => {
    const { send, called } = hangingSender();
    const sender = recordingSender();
    const { start, submit } = await setUp({ email: send, webhook: sender.send });
    const sleeps = fakeSleeps();
    const workers = start();
    await expect.poll(sleeps.pending).toEqual([5000, 5000]);
    await submit();
    workers.wake();
    await called;
    await expect.poll(() => sender.sent).toEqual(['Ada']);
    await submit('Bob');
    workers.wake();
    await expect.poll(() => sender.sent).toEqual(['Ada', 'Bob']);
  });

  it('query a store that fails again after 5 seconds', async () => {
    const sleeps = fakeSleeps();
    const { sent, send } = recordingSender();
    const { store } = await temporaryStore();
    const { store: failing, failures } = createFailingStore(store, 'SelectQueryNode');
    const { start, submit, logged } = await setUp({ email: send }, { store: failing });
    await submit();
    start();
    await expect.poll(sleeps.pending).toEqual([5000]);
    expect(failures.count).toBe(1);
    expect(logged()).toContain('Deliveries could not be processed');
    failures.isOn = false;
    sleeps.finish();
    await expect.poll(() => sent).toEqual(['Ada']);
  });

  it.each([
    ['waits for attempts in progress and takes no more deliveries', true],
    ['aborts attempts that take longer than 10 s and leaves their deliveries due', false],
  ])('stop: %s', async (_, isInTime) => {
    const { send, called, succeed } = hangingSender();
    const { start, submit, states } = await setUp({ email: send });
    await submit('First');
    await submit('Second');
    const workers = start();
    const signal = await called;
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    onTestFinished(() => void vi.useRealTimers());
    const stopped = workers.stop(10 * second);
    vi.advanceTimersByTime(10 * second - 1);
    expect(signal.aborted).toBe(false);
    if (isInTime) succeed();
    else vi.advanceTimersByTime(1);
    await stopped;
    vi.advanceTimersByTime(10 * second);
    expect(signal.aborted).toBe(!isInTime);
    const first = isInTime ? 'delivered' : 'waiting';
    expect((await states()).sort()).toEqual([`email ${first}`, 'email waiting'].sort());
  });
});
