import type { Expression, ExpressionBuilder, SqlBool, Transaction } from 'kysely';
import { type DeletionNews, enqueueDeletions } from '../enqueue-deliveries.ts';
import { wrapStoreErrors } from '../store-errors.ts';
import type { Database, Store } from '../store.ts';
import type { Tables } from '../tables.ts';
import { normalizeEmail, toSearchKey } from './search-keys.ts';

// Small batches, so that the server's writes hardly wait.
const batchSize = 50;

/** Selects the inquiries to delete. */
export type InquiryCondition = (
  builder: ExpressionBuilder<Tables, 'inquiries'>,
) => Expression<SqlBool>;

/** Matches inquiries that arrived before this time (ISO 8601 in UTC). */
export const receivedBefore =
  (time: string): InquiryCondition =>
  ({ eb }) =>
    eb('receivedAt', '<', time);

/** Matches spam that was marked before this time (ISO 8601 in UTC). */
export const markedSpamBefore =
  (time: string): InquiryCondition =>
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

/** Selects the ids of matching inquiries, oldest first. */
export const selectIds = (db: Database, condition: InquiryCondition) =>
  db.selectFrom('inquiries').select('id').where(condition).orderBy('receivedAt');

/** Reads the ids of all inquiries from this address, ignoring case. Throws `StoreUnavailable`. */
export async function findIdsByEmail(store: Store, email: string): Promise<string[]> {
  const rows = await wrapStoreErrors('The inquiries could not be read', () =>
    store.db
      .selectFrom('inquiries')
      .select(['id', 'email'])
      .where('searchEmail', '=', toSearchKey(email))
      .orderBy('receivedAt')
      .execute(),
  );
  // The search key ignores accents, but addresses differ by them.
  const wanted = normalizeEmail(email);
  return rows.filter((row) => normalizeEmail(row.email) === wanted).map(({ id }) => id);
}

/**
 * Deletes these inquiries with their dependent rows, and queues `news`. `isCheckpointed`: the store's
 * files no longer contain them. Throws `StoreUnavailable`.
 */
export async function deleteInquiries(
  store: Store,
  ids: string[],
  news?: DeletionNews,
): Promise<{ count: number; isCheckpointed: boolean }> {
  return wrapStoreErrors('The inquiries could not be deleted', async () => {
    let count = 0;
    for (let done = 0; done < ids.length; done += batchSize) {
      const batch = ids.slice(done, done + batchSize);
      count += await deleteBatch(store, news, (transaction) =>
        selectIds(transaction, ({ eb }) => eb('id', 'in', batch)).forUpdate(),
      );
    }
    return { count, isCheckpointed: count === 0 || (await store.checkpoint()) };
  });
}

/**
 * Deletes the inquiries that `selectForUpdate` returns, with their dependent rows, queues `news` and
 * resolves to their number. Selecting under the lock excludes inquiries that changed meanwhile.
 */
export const deleteBatch = (
  { db }: Store,
  news: DeletionNews | undefined,
  selectForUpdate: (transaction: Transaction<Tables>) => { execute(): Promise<{ id: string }[]> },
): Promise<number> =>
  db.transaction().execute(async (transaction) => {
    const rows = await selectForUpdate(transaction).execute();
    const ids = rows.map(({ id }) => id);
    if (ids.length === 0) return 0;
    await transaction.deleteFrom('inquiries').where('id', 'in', ids).execute();
    if (news) await enqueueDeletions(transaction, ids, news);
    return ids.length;
  });
