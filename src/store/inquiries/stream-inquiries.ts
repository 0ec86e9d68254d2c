import type { SelectQueryBuilder } from 'kysely';
import { wrapStoreErrors } from '../store-errors.ts';
import type { Store } from '../store.ts';
import type { Tables } from '../tables.ts';
import { paginate } from './paginate.ts';
import { type HistoryEntry, readHistories } from './read-history.ts';
import { storedFields, type StoredInquiry, toStoredInquiry } from './stored-inquiry.ts';

export interface StreamOptions {
  /** ISO 8601 in UTC, or a prefix of it. */
  since?: string | undefined;
}

/** Streams inquiries, optionally from `since` on, oldest first. Throws `StoreUnavailable`. */
export const streamInquiries = (
  store: Store,
  { since = '' }: StreamOptions = {},
): AsyncGenerator<StoredInquiry> =>
  streamByArrival(selectStored(store), since, (rows) => rows.map(toStoredInquiry));

/** Streams inquiries with their status changes, oldest first. Throws `StoreUnavailable`. */
export const streamWithHistory = (
  store: Store,
  { since = '' }: StreamOptions = {},
): AsyncGenerator<StoredInquiry & { history: HistoryEntry[] }> =>
  streamByArrival(selectStored(store), since, async (rows) => {
    const ids = rows.map(({ id }) => id);
    const histories = await readHistories(store, ids);
    return rows.map((row) => ({ ...toStoredInquiry(row), history: histories.get(row.id) ?? [] }));
  });

const selectStored = ({ db }: Store) => db.selectFrom('inquiries').select(storedFields);

type Arrival = Pick<StoredInquiry, 'receivedAt' | 'id'>;

/**
 * Streams the rows of `query` from `since` (ISO 8601 in UTC) on, oldest first, as the items to which
 * `toItems` converts each page. Throws `StoreUnavailable`.
 */
export const streamByArrival = <Row extends Arrival, Item extends Arrival>(
  query: SelectQueryBuilder<Tables, 'inquiries', Row>,
  since: string,
  toItems: (rows: Row[]) => Item[] | Promise<Item[]>,
): AsyncGenerator<Item> =>
  paginate<Item>(async (after, limit) => {
    const { receivedAt, id } = after ?? { receivedAt: since, id: '' };
    const page = query
      .where(({ eb, refTuple, tuple }) =>
        eb(refTuple('receivedAt', 'id'), '>', tuple(receivedAt, id)),
      )
      .orderBy('receivedAt')
      .orderBy('id')
      .limit(limit);
    return toItems(await wrapStoreErrors('The inquiries could not be read', () => page.execute()));
  });

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
