import { describe, expect, it } from 'vitest';
import { email, inquirer, webhook } from '../../../tests/fixtures/destinations.ts';
import { createFailingStore } from '../../../tests/fixtures/failing-store.ts';
import { storeInquiry } from '../../../tests/fixtures/store-inquiry.ts';
import { temporaryStore } from '../../../tests/fixtures/temporary-store.ts';
import { StoreUnavailable } from '../../store/store-errors.ts';
import type { Destination, DestinationName } from '../../store/tables.ts';
import { type NewEvent, recordEvents } from '../../store/events.ts';
import { endLease, leaseDelivery } from './leases.ts';
import { listDeliveries } from './list-deliveries.ts';
import { redeliver, redeliverFailed } from './redeliver.ts';

const noon = Date.parse('2026-11-21T12:00:00.000Z');
const dueNow = '2026-11-21T13:00:00.000Z';
const digest: NewEvent = {
  id: 'digest-2026-11-20',
  kind: 'digest',
  about: '2026-11-20',
  at: '2026-11-20T08:00:00.000Z',
  to: [email],
};

async function setUp(destinations: Destination[]) {
  const { store } = await temporaryStore();
  const submit = () => storeInquiry(store, {}, { at: noon, destinations });
  const end = async (destination: DestinationName, state: 'delivered' | 'failed', at = noon) => {
    const delivery = await leaseDelivery(store, destination, at);
    if (!delivery) throw new Error('nothing is due');
    const deliveredAt = state === 'delivered' ? dueNow : null;
    await endLease(store, delivery, { state, deliveredAt, lastError: 'HTTP 500' });
  };
  const insert = (event: NewEvent) =>
    store.db.transaction().execute((transaction) => recordEvents(transaction, [event]));
  return { store, submit, end, insert, dependencies: { store, clock: () => Date.parse(dueNow) } };
}

describe('redeliver', () => {
  it('makes all deliveries of an inquiry due now, as if they were new', async () => {
    const { store, submit, end, dependencies } = await setUp([email, webhook]);
    const id = await submit();
    await end('email', 'delivered');
    await end('webhook', 'failed');
    expect(await redeliver(dependencies, id, ['email', 'webhook'])).toEqual(['email', 'webhook']);
    const waiting = { state: 'waiting', attempts: 0, nextAttemptAt: dueNow };
    const deliveries = await listDeliveries(store);
    expect(deliveries).toMatchObject([waiting, waiting]);
    expect(deliveries.map(({ deliveredAt }) => deliveredAt)).toEqual([undefined, undefined]);
    const leased = await leaseDelivery(store, 'webhook', Date.parse(dueNow));
    expect(leased?.firstAttemptAt).toBe(dueNow);
  });

  it('leaves a destination that is no longer configured', async () => {
    const { store, submit, end, dependencies } = await setUp([email, webhook]);
    const id = await submit();
    await end('email', 'delivered');
    await end('webhook', 'delivered');
    expect(await redeliver(dependencies, id, ['email'])).toEqual(['email']);
    const states = (await listDeliveries(store)).map((one) => `${one.destination} ${one.state}`);
    expect(states.sort()).toEqual(['email waiting', 'webhook delivered']);
  });

  it('is not undone by the outcome of an attempt in progress', async () => {
    const { store, submit, dependencies } = await setUp([email]);
    const id = await submit();
    const inProgress = await leaseDelivery(store, 'email', noon);
    if (!inProgress) throw new Error('nothing is due');
    await redeliver(dependencies, id, ['email']);
    expect(await endLease(store, inProgress, { state: 'failed' })).toBe(false);
    expect(await leaseDelivery(store, 'email', Date.parse(dueNow))).toMatchObject({ attempts: 1 });
  });

  it('queues acknowledgements and reminders only if given up', async () => {
    const { store, submit, end, insert, dependencies } = await setUp([email, inquirer]);
    const id = await submit();
    await end('email', 'delivered');
    await end('inquirer', 'delivered');
    const reminder = { id: `review-late-${id}`, kind: 'review-late', inquiryId: id } as const;
    await insert({ ...reminder, at: dueNow, to: [email] });
    await end('email', 'failed', Date.parse(dueNow));
    expect(await redeliver(dependencies, id, ['email'])).toEqual(['email']);
    const states = (await listDeliveries(store)).map(({ kind, state }) => `${kind} ${state}`);
    expect(states.sort()).toEqual([
      'acknowledgement delivered',
      'received waiting',
      'review-late waiting',
    ]);
  });

  it('queues nothing when its transaction fails', async () => {
    const { store, submit, end, dependencies } = await setUp([email]);
    const id = await submit();
    await end('email', 'delivered');
    const { store: failing } = createFailingStore(store, 'InsertQueryNode');
    const redelivered = redeliver({ ...dependencies, store: failing }, id, ['email', 'webhook']);
    await expect(redelivered).rejects.toThrow(StoreUnavailable);
    expect(await listDeliveries(store)).toMatchObject([{ state: 'delivered', attempts: 1 }]);
  });
});

describe('redeliverFailed', () => {
  it('also queues those without an inquiry', async () => {
    const { store, submit, insert, dependencies } = await setUp([email]);
    await submit();
    await submit();
    await insert(digest);
    await store.db.updateTable('deliveries').set({ state: 'failed', attempts: 9 }).execute();
    expect(await redeliverFailed(dependencies)).toBe(3);
    const waiting = { state: 'waiting', attempts: 0, nextAttemptAt: dueNow, redeliveries: 1 };
    expect(await listDeliveries(store)).toMatchObject([waiting, waiting, waiting]);
  });
});
