import { wrapStoreErrors } from '../store-errors.ts';
import type { Store } from '../store.ts';
import { streamByArrival } from './paginate.ts';
import { type HistoryEntry, readHistories } from './read-history.ts';
import { storedFields, type StoredInquiry, toStoredInquiry } from './stored-inquiry.ts';

const batchSize = 200;

export interface StreamOptions {
  /** ISO 8601 in UTC, or a prefix of it. */
  since?: string | undefined;
}

/** Streams inquiries, optionally from `since` on, oldest first. Throws `StoreUnavailable`. */
export async function* streamInquiries(
  { db }: Store,
  { since = '' }: StreamOptions = {},
): AsyncGenerator<StoredInquiry> {
  const rows = streamByArrival(db.selectFrom('inquiries').select(storedFields), since);
  for await (const row of rows) yield toStoredInquiry(row);
}

/** Streams inquiries with their status changes, oldest first. Throws `StoreUnavailable`. */
export async function* streamWithHistory(
  store: Store,
  options: StreamOptions = {},
): AsyncGenerator<StoredInquiry & { history: HistoryEntry[] }> {
  let batch: StoredInquiry[] = [];
  for await (const inquiry of streamInquiries(store, options)) {
    batch.push(inquiry);
    if (batch.length < batchSize) continue;
    yield* await addHistory(store, batch);
    batch = [];
  }
  yield* await addHistory(store, batch);
}

async function addHistory(store: Store, inquiries: StoredInquiry[]) {
  if (inquiries.length === 0) return [];
  const ids = inquiries.map(({ id }) => id);
  const histories = await readHistories(store, ids);
  return inquiries.map((inquiry) => ({ ...inquiry, history: histories.get(inquiry.id) ?? [] }));
}

/** Counts inquiries, optionally from `since` on. Throws `StoreUnavailable`. */
export async function countInquiries(
  { db }: Store,
  { since = '' }: StreamOptions = {},
): Promise<number> {
  const counted = await wrapStoreErrors('The inquiries could not be read', () =>
    db
      .selectFrom('inquiries')
      .select(({ fn }) => fn.countAll().as('count'))
      .where('receivedAt', '>=', since)
      .executeTakeFirstOrThrow(),
  );
  return Number(counted.count);
}
