import { expect, it } from 'vitest';
import type { Destination } from '../../src/config/destinations.ts';
import { parseInquiry } from '../../src/inquiry/inquiry.ts';
import { addedFields } from '../../src/inquiry/stored-inquiry.ts';
import { startDeliveryWorkers } from '../../src/notifications/deliveries/delivery-workers.ts';
import { accepted, type Sender } from '../../src/notifications/sender.ts';
import { receiveInquiry } from '../../src/receive-inquiry/receive-inquiry.ts';
import { findInquiry } from '../../src/store/inquiries/find-inquiry.ts';
import { listInquiries, streamWithHistory } from '../../src/store/inquiries/list-inquiries.ts';
import { listDeliveries } from '../../src/store/outbox/list-deliveries.ts';
import { readSharedValue } from '../../src/store/shared-values.ts';
import type { Store } from '../../src/store/store.ts';
import { hourMs } from '../../src/text/format-time.ts';
import { email, inquirer, webhook } from '../fixtures/destinations.ts';
import { createRecordedLog } from '../fixtures/recorded-log.ts';
import { createReleasedStore, releasedInquiry } from '../fixtures/released-store.ts';
import { temporaryStore } from '../fixtures/temporary-store.ts';
import { weekdayHours } from '../fixtures/weekday-hours.ts';

const openReleasedStore = async () =>
  (await temporaryStore({ location: await createReleasedStore() })).store;

/** Counts deliveries by destination and state. */
async function countDeliveries(store: Store) {
  const groups = Map.groupBy(
    await listDeliveries(store),
    ({ destination, state }) => `${destination} ${state}`,
  );
  return Object.fromEntries([...groups].map(([name, { length }]) => [name, length]));
}

it('a store of 2.0.0 opens, and every inquiry is found with its history', async () => {
  const store = await openReleasedStore();
  const inquiries = await Array.fromAsync(streamWithHistory(store));
  expect(inquiries.map(({ status, history }) => `${status} ${history.length}`)).toEqual([
    ...['responded 3', 'reviewed 1', 'spam 1', 'reviewed 1', 'new 0', 'new 0', 'new 0', 'new 0'],
  ]);
  const [first, second] = inquiries;
  expect(first).toEqual({
    ...releasedInquiry,
    history: [
      { at: '2026-11-24T09:17:00.000Z', status: 'new', assignee: 'Grace', by: 'Grace' },
      {
        at: '2026-11-24T09:18:00.000Z',
        status: 'reviewed',
        qualified: true,
        by: 'Grace (link in an e-mail)',
        note: 'Call her',
      },
      { at: '2026-11-24T09:19:00.000Z', status: 'responded', qualified: true, by: 'Grace' },
    ],
  });
  expect(second?.history).toMatchObject([{ qualified: false, note: 'Too early' }]);
  expect(inquiries.at(-1)?.suspectedSpam).toBe('4 links in the message');
  for (const inquiry of await listInquiries(store)) {
    const { id, email } = inquiry;
    expect(await findInquiry(store, id)).toEqual(inquiry);
    expect(await listInquiries(store, { search: email })).toEqual([inquiry]);
  }
  expect(await listInquiries(store, { search: 'swiatek' })).toHaveLength(1);
  expect(await readSharedValue(store, 'last-backup')).toBe('2026-11-25T03:30:00.000Z');
});

it('a store of 2.0.0 keeps its used links and idempotency keys', async () => {
  const store = await openReleasedStore();
  const links = await store.db
    .selectFrom('usedLinks')
    .innerJoin('events', 'events.number', 'usedLinks.event')
    .select(['action', 'note'])
    .execute();
  expect(links).toEqual([{ action: 'qualify', note: 'Call her' }]);

  const inquiry = await findInquiry(store, '01a2182d-f76a-7550-934d-11645ec0f20c');
  const parsed = parseInquiry(inquiry, {}, addedFields);
  if (!inquiry || !parsed.ok) throw new Error('The stored inquiry is not valid');
  const { id, receivedAt } = inquiry;
  const anHourLater = () => Date.parse(receivedAt) + hourMs;
  const again = receiveInquiry({ store, clock: anHourLater, destinations: [] }, parsed.inquiry);
  expect(await again).toEqual({ id, receivedAt, repeated: true });
});

it('a store of 2.0.0 keeps its deliveries, and those that wait are sent once', async () => {
  const store = await openReleasedStore();
  const settled = {
    'email delivered': 6,
    'email failed': 1,
    'webhook delivered': 3,
    'webhook failed': 1,
  };
  const waiting = { 'email waiting': 13, 'inquirer waiting': 7, 'webhook waiting': 11 };
  expect(await countDeliveries(store)).toEqual({ ...settled, ...waiting });

  const sent: string[] = [];
  const destinations = [email, inquirer, webhook];
  const senderTo = ({ name }: Destination): [string, Sender] => [
    name,
    async ({ id }) => (sent.push(`${name} ${id}`), accepted),
  ];
  const senders = Object.fromEntries(destinations.map(senderTo));
  const { log } = createRecordedLog();
  const clock = () => Date.parse('2026-11-25T15:00:00.000Z');
  const officeHours = weekdayHours('America/New_York');
  for (let start = 0; start < 2; start += 1) {
    const workers = startDeliveryWorkers({
      store,
      destinations,
      senders,
      log,
      clock,
      officeHours,
    });
    await expect
      .poll(() => listDeliveries(store, { state: 'waiting' }), { message: 'all are sent' })
      .toEqual([]);
    await workers.stop(1000);
  }
  expect(new Set(sent).size).toBe(sent.length);
  // Nothing tells of an outage or reminds of suspected spam any more, and spam is not acknowledged.
  expect(await countDeliveries(store)).toEqual({
    ...settled,
    'email delivered': 6 + 11,
    'email void': 2,
    'inquirer delivered': 6,
    'inquirer void': 1,
    'webhook delivered': 3 + 11,
  });
  expect(sent).toHaveLength(11 + 6 + 11);
});
