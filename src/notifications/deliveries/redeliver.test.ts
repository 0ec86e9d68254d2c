import { expect, it } from 'vitest';
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

async function setUp(destinations: Destination[]) {
  const { store } = await temporaryStore();
  const submit = () => storeInquiry(store, {}, { at: noon, destinations });
  const lease = async (destination: DestinationName, at = noon) => {
    const delivery = await leaseDelivery(store, destination, at);
    if (!delivery) throw new Error('nothing is due');
    return delivery;
  };
  const end = async (destination: DestinationName, state: 'delivered' | 'failed', at = noon) => {
    const deliveredAt = state === 'delivered' ? dueNow : null;
    const outcome = { state, deliveredAt, lastError: 'HTTP 500' };
    await endLease(store, await lease(destination, at), outcome);
  };
  const insert = (event: NewEvent) =>
    store.db.transaction().execute((transaction) => recordEvents(transaction, [event]));
  const states = async () =>
    (await listDeliveries(store))
      .map(({ kind, destination, state }) => `${kind} ${destination} ${state}`)
      .sort();
  const dependencies = { store, clock: () => Date.parse(dueNow) };
  return { store, submit, lease, end, insert, states, dependencies };
}

it('redelivery makes all deliveries of an inquiry due now, as if they were new', async () => {
  const { store, submit, lease, end, dependencies } = await setUp([email, webhook]);
  const id = await submit();
  await end('email', 'delivered');
  await end('webhook', 'failed');
  expect(await redeliver(dependencies, id, ['email', 'webhook'])).toEqual(['email', 'webhook']);
  const waiting = { state: 'waiting', attempts: 0, nextAttemptAt: dueNow };
  const deliveries = await listDeliveries(store);
  expect(deliveries).toMatchObject([waiting, waiting]);
  expect(deliveries.map(({ deliveredAt }) => deliveredAt)).toEqual([undefined, undefined]);
  const { firstAttemptAt } = await lease('webhook', Date.parse(dueNow));
  expect(firstAttemptAt).toBe(dueNow);
});

it('redelivery is not undone by the outcome of an attempt in progress', async () => {
  const { store, submit, lease, dependencies } = await setUp([email]);
  const id = await submit();
  const inProgress = await lease('email');
  await redeliver(dependencies, id, ['email']);
  expect(await endLease(store, inProgress, { state: 'failed' })).toBe(false);
  expect(await lease('email', Date.parse(dueNow))).toMatchObject({ attempts: 1 });
});

it('redelivery leaves other destinations, and acknowledgements and reminders unless given up, as a digest', async () => {
  const setup = await setUp([email, inquirer, webhook]);
  const { submit, end, insert, states, dependencies } = setup;
  const id = await submit();
  await end('email', 'delivered');
  await end('inquirer', 'delivered');
  // No longer configured.
  await end('webhook', 'delivered');
  const reminder = { id: `review-late-${id}`, kind: 'review-late', inquiryId: id } as const;
  await insert({ ...reminder, at: dueNow, to: [email] });
  await end('email', 'failed', Date.parse(dueNow));
  expect(await redeliver(dependencies, id, ['email'])).toEqual(['email']);
  expect(await states()).toEqual([
    'acknowledgement inquirer delivered',
    'received email waiting',
    'received webhook delivered',
    'review-late email waiting',
  ]);
  const digest = { id: 'digest-2026-11-20', kind: 'digest', about: '2026-11-20' } as const;
  await insert({ ...digest, at: '2026-11-20T13:00:00.000Z', to: [email] });
  await end('email', 'failed');
  expect(await redeliverFailed(dependencies)).toBe(1);
  expect(await states()).toContain('digest email waiting');
});

it('redelivery queues nothing when its transaction fails', async () => {
  const { store, submit, end, dependencies } = await setUp([email]);
  const id = await submit();
  await end('email', 'delivered');
  const { store: failing } = createFailingStore(store, 'InsertQueryNode');
  const redelivered = redeliver({ ...dependencies, store: failing }, id, ['email', 'webhook']);
  await expect(redelivered).rejects.toThrow(StoreUnavailable);
  expect(await listDeliveries(store)).toMatchObject([{ state: 'delivered', attempts: 1 }]);
});
