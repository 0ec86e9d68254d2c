import { expect, it } from 'vitest';
import { storeInquiry } from '../../../tests/fixtures/store-inquiry.ts';
import { repeat, temporaryStore } from '../../../tests/fixtures/temporary-store.ts';
import { newDelivery } from '../../store/enqueue-deliveries.ts';
import { type Delivery, listDeliveries, streamDeliveries } from './list-deliveries.ts';

it('streams deliveries with the same due time once and in order across pages', async () => {
  const { store } = await temporaryStore();
  const at = Date.parse('2026-11-21T12:00:00.000Z');
  const destinations = ['email', 'inquirer', 'webhook'] as const;
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

it('streams outage reports, which have neither an inquiry nor a day, across pages', async () => {
  const { store } = await temporaryStore();
  const nextAttemptAt = '2026-11-21T12:00:00.000Z';
  const at = Date.parse(nextAttemptAt);
  const destinations = ['email', 'webhook'] as const;
  const submit = () => storeInquiry(store, {}, { at, destinations });
  // The first page of 500 ends in the middle of the reports.
  await repeat(249, submit);
  const kinds = ['outage-email', 'outage-webhook', 'recovery-email', 'recovery-webhook'] as const;
  const rows = kinds.map((kind) => newDelivery({ kind, destination: 'email', nextAttemptAt }));
  await store.db.insertInto('deliveries').values(rows).execute();
  const streamed: Delivery[] = [];
  for await (const delivery of streamDeliveries(store)) streamed.push(delivery);
  expect(streamed).toEqual(await listDeliveries(store));
  expect(streamed.slice(498).map(({ kind }) => kind)).toEqual(kinds);
});
