import { expect, it } from 'vitest';
import { email, inquirer, webhook } from '../../../tests/fixtures/destinations.ts';
import { storeInquiry } from '../../../tests/fixtures/store-inquiry.ts';
import { repeat, temporaryStore } from '../../../tests/fixtures/temporary-store.ts';
import { recordEvents } from '../../store/events.ts';
import { type Delivery, listDeliveries, streamDeliveries } from './list-deliveries.ts';

it('streams deliveries with the same due time once and in order across pages', async () => {
  const { store } = await temporaryStore();
  const at = Date.parse('2026-11-21T12:00:00.000Z');
  const destinations = [email, inquirer, webhook];
  const submit = () => storeInquiry(store, {}, { at, destinations });
  // The first page of 500 ends in the middle of an inquiry's deliveries.
  await repeat(168, submit);
  const listed = await listDeliveries(store);
  expect(new Set(listed.map(({ inquiryId, destination }) => inquiryId + destination)).size).toBe(
    504,
  );
  const streamed: Delivery[] = [];
  for await (const delivery of streamDeliveries(store)) streamed.push(delivery);
  expect(streamed).toEqual(listed);
});

it('streams events of the same time, which concern no inquiry, across pages', async () => {
  const { store } = await temporaryStore();
  const dueAt = '2026-11-21T12:00:00.000Z';
  const at = Date.parse(dueAt);
  const destinations = [email, webhook];
  const submit = () => storeInquiry(store, {}, { at, destinations });
  // The first page of 500 ends behind the reports, in the middle of an inquiry's deliveries.
  await repeat(249, submit);
  const ids = ['outage-email-0', 'outage-webhook-0', 'recovery-email-0', 'recovery-webhook-0'];
  const events = ids.map((id) => ({ id, kind: 'outage' as const, at: dueAt, to: [email] }));
  await store.db.transaction().execute((transaction) => recordEvents(transaction, events));
  const streamed: Delivery[] = [];
  for await (const delivery of streamDeliveries(store)) streamed.push(delivery);
  expect(streamed).toEqual(await listDeliveries(store));
  expect(streamed.slice(0, 4).map(({ id }) => id)).toEqual(ids.toReversed());
});
