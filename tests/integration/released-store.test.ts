import { expect, it } from 'vitest';
import { receiveInquiry } from '../../src/receive-inquiry/receive-inquiry.ts';
import { parseInquiry } from '../../src/inquiry/inquiry.ts';
import { listDeliveries } from '../../src/notifications/deliveries/list-deliveries.ts';
import { findInquiry } from '../../src/store/inquiries/find-inquiry.ts';
import type { ExportedInquiry } from '../../src/store/inquiries/import-inquiries.ts';
import { listInquiries } from '../../src/store/inquiries/list-inquiries.ts';
import { streamWithHistory } from '../../src/store/inquiries/list-inquiries.ts';
import type { Store } from '../../src/store/store.ts';
import { createReleasedStore, releasedInquiry } from '../fixtures/released-store.ts';
import { temporaryStore } from '../fixtures/temporary-store.ts';

const openReleasedStore = async () =>
  (await temporaryStore({ location: await createReleasedStore() })).store;

async function readAll(store: Store) {
  const inquiries: ExportedInquiry[] = [];
  for await (const inquiry of streamWithHistory(store)) inquiries.push(inquiry);
  return inquiries;
}

it('a store of 1.0.0 opens, and every inquiry is found with its history', async () => {
  const store = await openReleasedStore();
  const inquiries = await readAll(store);
  expect(inquiries).toHaveLength(40);
  expect(inquiries[0]).toEqual({ ...releasedInquiry, history: [] });
  for (const [number, { history, ...inquiry }] of inquiries.entries()) {
    const { id, email, company } = inquiry;
    expect(email).toBe(`person.${number}@example${number % 7}.com`);
    expect(await findInquiry(store, id)).toEqual({ outcome: 'found', inquiry });
    expect(await listInquiries(store, { search: `${company} ` })).toContainEqual(inquiry);
    expect(await listInquiries(store, { search: email })).toEqual([inquiry]);
    if (number % 4 === 1) expect(history[0]).toMatchObject({ by: 'Grace', note: `Note ${number}` });
  }
  expect(await listInquiries(store, { search: 'swiatek' })).toHaveLength(10);
  expect(inquiries.filter(({ status }) => status === 'responded')).toHaveLength(4);
});

it('a store of 1.0.0 keeps its deliveries and idempotency keys', async () => {
  const store = await openReleasedStore();
  const deliveries = await listDeliveries(store);
  const count = (state: string) => deliveries.filter((delivery) => delivery.state === state).length;
  expect(['delivered', 'failed', 'waiting'].map(count)).toEqual([44, 39, 39]);

  const { id, receivedAt } = releasedInquiry;
  const parsed = parseInquiry(releasedInquiry);
  if (!parsed.ok) throw new Error('The stored inquiry is not valid');
  const key = { kind: 'caller', value: 'key-0' } as const;
  const again = receiveInquiry({ store, clock: Date.now }, parsed.inquiry, key);
  expect(await again).toEqual({ outcome: 'stored', id, receivedAt, repeated: true });
});
