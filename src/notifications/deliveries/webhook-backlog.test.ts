import { expect, it } from 'vitest';
import { email, webhook } from '../../../tests/fixtures/destinations.ts';
import { setUpNotifications } from '../../../tests/fixtures/notification-fixture.ts';
import { batchSize } from '../../store/batches.ts';
import { endLease, leaseDelivery } from '../../store/outbox/leases.ts';
import { listDeliveries } from '../../store/outbox/list-deliveries.ts';
import { redeliverFailed } from '../../store/outbox/redeliver.ts';
import { toIso } from '../../text/format-time.ts';
import { accepted, DeliveryError, type Sender } from '../sender.ts';

const to = [email, webhook];

/** Starts a webhook that is down, and stores inquiries for it. */
async function setUp(count = 3) {
  const sent: string[] = [];
  const state = { isDown: true, isFinal: false };
  const send: Sender = async ({ id }) => {
    if (state.isDown) throw new DeliveryError('HTTP 503', { isFinal: state.isFinal });
    sent.push(id);
    return accepted;
  };
  const setup = await setUpNotifications({ senders: { webhook: send } });
  const { store, clock, submit, mark } = setup;
  const names = Array.from({ length: count }, (_, nth) => `N${nth}`);
  const ids = await Promise.all(names.map((firstName) => submit({ firstName }, [webhook])));
  const markAll = async (status: 'spam' | 'new') => {
    for (const id of ids) await mark(id, { status }, to);
  };
  /** Lists the due deliveries, which the next poll reads. */
  const listDue = async (destination = webhook.name) =>
    (await listDeliveries(store, { state: 'waiting' })).filter(
      (one) => one.destination === destination && (one.nextAttemptAt ?? '') <= toIso(clock()),
    );
  return { ...setup, ids, sent, state, markAll, listDue };
}

it('no change is due while it waits for the retry of another delivery', async () => {
  const { markAll, listDue, tick, tickAfter } = await setUp();
  await markAll('spam');
  await tick();
  expect(await listDue()).toEqual([]);
  await markAll('new');
  await tick();
  expect(await listDue()).toEqual([]);
  await tickAfter(5000);
  expect(await listDue()).toEqual([]);
  // People get each e-mail at once.
  expect(await listDue('email')).toHaveLength(3);
});

it('the retry of a delivery is followed at once by the changes that wait for it, in their order', async () => {
  const { ids, state, sent, markAll, tick, tickAfter } = await setUp();
  await tick();
  await markAll('spam');
  await tickAfter(5000);
  await markAll('new');
  await tick();
  state.isDown = false;
  await tickAfter(9999);
  expect(sent).toEqual([]);
  await tickAfter(1);
  for (const id of ids)
    expect(sent.filter((one) => one.endsWith(id))).toEqual([
      `received-${id}`,
      `updated-1-${id}`,
      `updated-2-${id}`,
    ]);
});

it('more changes than a poll reads delay another delivery by one poll', async () => {
  const { state, sent, submit, markAll, listDue, deliver, tick, pass } = await setUp(batchSize + 1);
  await tick();
  await markAll('spam');
  pass(1);
  const id = await submit({ firstName: 'Ada' }, [webhook]);
  state.isDown = false;
  expect(await deliver(webhook)).toBe(100);
  expect(sent).toEqual([]);
  expect(await listDue()).toHaveLength(2);
  await deliver(webhook);
  expect(sent).toEqual([`received-${id}`]);
});

it('a delivery that is sent again precedes a change that was due earlier', async () => {
  const { store, clock, ids, state, sent, markAll, tick, tickAfter } = await setUp(1);
  state.isFinal = true;
  await tick();
  state.isFinal = false;
  await markAll('spam');
  await tick();
  await tickAfter(1000);
  await redeliverFailed({ store, clock, destinations: [webhook] });
  state.isDown = false;
  await tickAfter(10_000);
  expect(sent).toEqual([`received-${ids[0]}`, `updated-1-${ids[0]}`]);
});

it('a change follows an attempt of another server within a second', async () => {
  const { store, clock, ids, state, sent, markAll, tick, tickAfter } = await setUp(1);
  state.isDown = false;
  const received = await leaseDelivery(store, webhook, clock());
  if (!received) throw new Error('Nothing is due');
  await markAll('spam');
  await tick();
  const deliveredAt = toIso(clock());
  await endLease(store, received, { outcome: 'delivered', deliveredAt, warning: undefined });
  expect(sent).toEqual([]);
  await tickAfter(1000);
  expect(sent).toEqual([`updated-1-${ids[0]}`]);
});
