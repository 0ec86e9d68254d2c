import { readFileSync, writeFileSync } from 'node:fs';
import { brotliDecompressSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { submitInquiry } from '../../src/http/contact/submit-inquiry.ts';
import { parseInquiry } from '../../src/inquiry/inquiry.ts';
import { listDeliveries } from '../../src/outbox/list-deliveries.ts';
import { findInquiry } from '../../src/store/inquiries/find-inquiry.ts';
import type { ExportedInquiry } from '../../src/store/inquiries/import-inquiries.ts';
import { listInquiries } from '../../src/store/inquiries/list-inquiries.ts';
import { streamWithHistory } from '../../src/store/inquiries/stream-inquiries.ts';
import type { Store } from '../../src/store/store.ts';
import { temporaryFile, temporaryStore } from '../fixtures/temporary-store.ts';

async function readAll(store: Store) {
  const inquiries: ExportedInquiry[] = [];
  for await (const inquiry of streamWithHistory(store)) inquiries.push(inquiry);
  return inquiries;
}

/** Opens a store with 1,000 inquiries at migration 0008, written by commit 197d3f9. */
async function openEarlierStore() {
  const location = temporaryFile();
  writeFileSync(
    location.file,
    brotliDecompressSync(readFileSync('tests/fixtures/store-0008.sqlite.br')),
  );
  return (await temporaryStore({ location })).store;
}

it('a store of an earlier release opens, and every inquiry is found', async () => {
  const store = await openEarlierStore();
  const inquiries = await readAll(store);
  expect(inquiries).toHaveLength(1000);
  for (const [number, { history, ...inquiry }] of inquiries.entries()) {
    const { id, email, company } = inquiry;
    expect(email).toBe(`person.${number}@example${number % 7}.com`);
    expect(await findInquiry(store, id)).toEqual({ outcome: 'found', inquiry });
    expect(await listInquiries(store, { search: company })).toEqual([inquiry]);
    expect(await listInquiries(store, { search: email })).toEqual([inquiry]);
    if (number % 3 === 1) expect(history[0]).toMatchObject({ by: 'Grace', note: `Note ${number}` });
  }
  expect(await listInquiries(store, { search: 'swiatek', limit: 2000 })).toHaveLength(100);
});

it('a store of an earlier release keeps its deliveries and idempotency keys', async () => {
  const store = await openEarlierStore();
  const deliveries = await listDeliveries(store);
  const count = (state: string) => deliveries.filter((delivery) => delivery.state === state).length;
  expect(['delivered', 'failed', 'waiting'].map(count)).toEqual([1639, 91, 271]);

  const [first] = await readAll(store);
  if (!first) throw new Error('The store has no inquiry');
  const { id, receivedAt } = first;
  const parsed = parseInquiry(first);
  if (!parsed.ok) throw new Error('The stored inquiry is not valid');
  const key = { kind: 'caller', value: 'key-0' } as const;
  const again = submitInquiry({ store, clock: Date.now }, parsed.inquiry, key);
  expect(await again).toEqual({ outcome: 'stored', id, receivedAt, repeated: true });
});
