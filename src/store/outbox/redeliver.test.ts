import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { email, inquirer, webhook } from '../../../tests/fixtures/destinations.ts';
import { createFailingStore } from '../../../tests/fixtures/failing-store.ts';
import { hour, setUpNotifications } from '../../../tests/fixtures/notification-fixture.ts';
import { accepted, DeliveryError, type Sender } from '../../notifications/sender.ts';
import { toIso } from '../../text/format-time.ts';
import { StoreUnavailable } from '../store-errors.ts';
import { enqueueDeliveries } from './events.ts';
import { leaseDelivery } from './leases.ts';
import { listDeliveries } from './list-deliveries.ts';
import { redeliver, redeliverFailed } from './redeliver.ts';

const accept: Sender = async () => accepted;
const refuse: Sender = () => Promise.reject(new DeliveryError('HTTP 500', { isFinal: true }));
/** Half past noon on a Tuesday in New York. */
const at = Date.parse('2026-11-24T17:30:00.000Z');

/** Stores an inquiry whose webhook was given up, and whose e-mails were delivered. */
async function setUp() {
  const senders = { email: accept, inquirer: accept, webhook: refuse };
  const setup = await setUpNotifications({ at, senders });
  const id = await setup.submit({}, [email, inquirer, webhook]);
  await setup.tick();
  return { ...setup, senders, id };
}

it('redelivery begins anew, and leaves what was delivered and other destinations', async () => {
  const { store, clock, id, senders, states, tickAfter } = await setUp();
  senders.email = refuse;
  // The digest and a reminder are due.
  await tickAfter(21 * hour);
  expect(await redeliver({ store, clock, destinations: [email] }, id)).toEqual(['email']);
  expect((await states()).sort()).toEqual([
    ...['acknowledgement delivered', 'digest failed', 'received delivered'],
    ...['received failed', 'review-soon waiting'],
  ]);
  expect(await redeliverFailed({ store, clock, destinations: [email, webhook, inquirer] })).toBe(2);
  const queued = { attempts: 0, nextAttemptAt: toIso(clock()) };
  const waiting = await listDeliveries(store, { state: 'waiting' });
  expect(waiting).toMatchObject(Array(3).fill(queued));
  const anew = { attempts: 1, firstAttemptAt: toIso(clock()) };
  expect(await leaseDelivery(store, webhook, clock())).toMatchObject(anew);
});

it('redelivery queues an inquiry for a destination that never had it', async () => {
  const { store, clock, submit } = await setUp();
  const id = await submit({}, [email]);
  expect(await redeliver({ store, clock, destinations: [email, webhook, inquirer] }, id)).toEqual([
    'webhook',
  ]);
  const deliveries = await listDeliveries(store, { inquiryId: id });
  expect(deliveries.map(({ destination }) => destination).sort()).toEqual(['email', 'webhook']);
});

it('two redeliveries at once queue an inquiry once', async () => {
  const { store, clock, submit } = await setUp();
  const id = await submit({}, [email]);
  const { event = 0 } =
    (await store.db
      .selectFrom('deliveries')
      .select('event')
      .orderBy('event', 'desc')
      .executeTakeFirst()) ?? {};
  const queued = Promise.withResolvers<undefined>();
  const committing = Promise.withResolvers<undefined>();
  const other = store.db.transaction().execute(async (transaction) => {
    await enqueueDeliveries(transaction, [
      { event, destination: 'webhook', nextAttemptAt: toIso(clock()) },
    ]);
    queued.resolve(undefined);
    await committing.promise;
  });
  await queued.promise;
  const redelivered = redeliver({ store, clock, destinations: [email, webhook] }, id);
  // Give the second redelivery time to wait for the first.
  await sleep(200);
  committing.resolve(undefined);
  await Promise.all([other, redelivered]);
  expect(await listDeliveries(store, { inquiryId: id })).toHaveLength(2);
});

it('redelivery queues nothing when its transaction fails', async () => {
  const { store, clock, submit, deliver } = await setUp();
  const id = await submit({}, [webhook]);
  await deliver(webhook);
  const before = await listDeliveries(store);
  const { store: failing } = createFailingStore(store, 'InsertQueryNode');
  const redelivered = redeliver({ store: failing, clock, destinations: [email, webhook] }, id);
  await expect(redelivered).rejects.toThrow(StoreUnavailable);
  expect(await listDeliveries(store)).toEqual(before);
});
