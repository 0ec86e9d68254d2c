import type { Expression, ExpressionBuilder, SqlBool, Transaction } from 'kysely';
import { orUnavailable } from '../store-errors.ts';
import type { Database, Store } from '../store.ts';
import type { Tables } from '../tables.ts';
import { normalizeEmail, toSearchKey } from './search-keys.ts';

// So few that the server's own writes hardly wait.
const batchSize = 50;

/** What inquiries have to be to be erased. */
export type Condition = (builder: ExpressionBuilder<Tables, 'inquiries'>) => Expression<SqlBool>;

/** They arrived before this time (ISO 8601 in UTC). */
export const receivedBefore =
  (time: string): Condition =>
  ({ eb }) =>
    eb('receivedAt', '<', time);

/** They are spam that was marked so before this time (ISO 8601 in UTC). */
export const spamBefore =
  (time: string): Condition =>
  ({ eb, not, exists, selectFrom }) =>
    eb('status', '=', 'spam').and(
      not(
        exists(
          selectFrom('inquiryEvents')
            .select('number')
            .whereRef('inquiryId', '=', 'inquiries.id')
            .where('at', '>=', time),
        ),
      ),
    );

/** Selects the ids of inquiries that are so, the oldest first. */
export const selectIds = (db: Database, condition: Condition) =>
  db.selectFrom('inquiries').select('id').where(condition).orderBy('receivedAt');

/** The same, read. Throws `StoreUnavailable`. */
export async function readIds({ db }: Store, condition: Condition): Promise<string[]> {
  const rows = await orUnavailable('The inquiries could not be read', () =>
    selectIds(db, condition).execute(),
  );
  return rows.map(({ id }) => id);
}

/** The ids of all inquiries from this address, in whatever case. Throws `StoreUnavailable`. */
export async function idsByEmail(store: Store, email: string): Promise<string[]> {
  const rows = await orUnavailable('The inquiries could not be read', () =>
    store.db
      .selectFrom('inquiries')
      .select(['id', 'email'])
      .where('searchEmail', '=', toSearchKey(email))
      .orderBy('receivedAt')
      .execute(),
  );
  // The key leaves out accents, which make another address.
  const wanted = normalizeEmail(email);
  return rows.filter((row) => normalizeEmail(row.email) === wanted).map(({ id }) => id);
}

/**
 * Erases those of these inquiries that still meet `condition`, with all that belongs to them, and
 * calls `onProgress` with how many of `ids` are done. `isScrubbed`: nothing of them is left in the
 * store's files. Throws `StoreUnavailable`.
 */
export async function eraseInquiries(
  store: Store,
  ids: string[],
  onProgress?: (done: number) => void,
  condition: Condition = ({ and }) => and([]),
): Promise<{ count: number; isScrubbed: boolean }> {
  return orUnavailable('The inquiries could not be erased', async () => {
    let count = 0;
    for (let done = 0; done < ids.length; done += batchSize) {
      const batch = ids.slice(done, done + batchSize);
      count += await eraseBatch(store, (transaction) =>
        selectIds(transaction, condition).where('id', 'in', batch).forUpdate(),
      );
      onProgress?.(done + batch.length);
    }
    return { count, isScrubbed: count === 0 || (await store.scrub()) };
  });
}

/**
 * Erases those inquiries, with all that belongs to them, that `lock` selects for update: what is
 * judged before it is locked may have become something else. Resolves to how many they were.
 */
export const eraseBatch = (
  { db }: Store,
  lock: (transaction: Transaction<Tables>) => { execute(): Promise<{ id: string }[]> },
): Promise<number> =>
  db.transaction().execute(async (transaction) => {
    const rows = await lock(transaction).execute();
    const ids = rows.map(({ id }) => id);
    if (ids.length) await transaction.deleteFrom('inquiries').where('id', 'in', ids).execute();
    return ids.length;
  });
