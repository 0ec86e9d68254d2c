import { orUnavailable } from '../store-errors.ts';
import type { Store } from '../store.ts';
import { inOrderOfArrival } from './paginate.ts';
import { type HistoryEntry, readHistories } from './read-history.ts';
import { storedFields, type StoredInquiry, toStoredInquiry } from './stored-inquiry.ts';

const batchSize = 200;
const message = 'The inquiries could not be read';

export interface Arrivals {
  /** ISO 8601 in UTC, or the beginning of one. */
  since?: string | undefined;
}

/**
 * All inquiries, or those that arrived from `since` on, the oldest first and one
 * after another, so that any number of them fits into memory. Throws `StoreUnavailable`.
 */
export async function* streamInquiries(
  { db }: Store,
  { since = '' }: Arrivals = {},
): AsyncGenerator<StoredInquiry> {
  const rows = inOrderOfArrival(db.selectFrom('inquiries').select(storedFields), since);
  for await (const row of rows) yield toStoredInquiry(row);
}

/** The same with the changes of their status, the oldest first. */
export async function* streamWithHistory(
  store: Store,
  arrivals: Arrivals = {},
): AsyncGenerator<StoredInquiry & { history: HistoryEntry[] }> {
  let batch: StoredInquiry[] = [];
  for await (const inquiry of streamInquiries(store, arrivals)) {
    batch.push(inquiry);
    if (batch.length < batchSize) continue;
    yield* await withHistory(store, batch);
    batch = [];
  }
  yield* await withHistory(store, batch);
}

async function withHistory(store: Store, inquiries: StoredInquiry[]) {
  if (inquiries.length === 0) return [];
  const ids = inquiries.map(({ id }) => id);
  const histories = await readHistories(store, ids);
  return inquiries.map((inquiry) => ({ ...inquiry, history: histories.get(inquiry.id) ?? [] }));
}

/** How many those are. Throws `StoreUnavailable`. */
export async function countInquiries(
  { db }: Store,
  { since = '' }: Arrivals = {},
): Promise<number> {
  const counted = await orUnavailable(message, () =>
    db
      .selectFrom('inquiries')
      .select(({ fn }) => fn.countAll().as('count'))
      .where('receivedAt', '>=', since)
      .executeTakeFirstOrThrow(),
  );
  return Number(counted.count);
}
