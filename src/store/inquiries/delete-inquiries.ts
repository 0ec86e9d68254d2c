import type { Expression, ExpressionBuilder, SqlBool } from 'kysely';
import { type Deletion, type DeletionReason, getDeletedId, recordDeletions } from '../events.ts';
import { batchSize, repeatBatches, toBatches } from '../batches.ts';
import { countRows, type Database, type Store } from '../store.ts';
import type { Tables } from '../tables.ts';

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
          selectFrom('events')
            .select('number')
            .whereRef('inquiryId', '=', 'inquiries.id')
            .where('kind', '=', 'changed')
            .where('assignee', 'is', null)
            .where('at', '>=', time),
        ),
      ),
    );

/**
 * Deletes matching inquiries with their dependent rows, and records it, in batches until `signal` is
 * aborted. Resolves to their number.
 */
export const deleteInquiries = (
  store: Store,
  condition: InquiryCondition,
  deletion: Deletion,
  signal?: AbortSignal,
): Promise<number> => repeatBatches(() => deleteBatch(store, condition, deletion), signal);

const deleteBatch = (
  { db }: Store,
  condition: InquiryCondition,
  deletion: Deletion,
): Promise<number> =>
  db.transaction().execute(async (transaction) => {
    // Locked, so that a change by another process is either seen or waits.
    const rows = await transaction
      .selectFrom('inquiries')
      .select('id')
      .where(condition)
      .orderBy('receivedAt')
      .limit(batchSize)
      .forUpdate()
      .execute();
    const ids = rows.map(({ id }) => id);
    if (ids.length === 0) return 0;
    await transaction.deleteFrom('inquiries').where('id', 'in', ids).execute();
    await recordDeletions(transaction, ids, deletion);
    return ids.length;
  });

/**
 * Deletes the inquiries with these ids, and records it, also of those that the store does not have: no
 * import adds them. Resolves to the ids that it had.
 */
export async function deleteByIds(
  { db }: Database,
  ids: string[],
  deletion: Deletion,
  onProgress?: (done: number, total: number) => void,
): Promise<string[]> {
  const deleted: string[] = [];
  let done = 0;
  for (const batch of toBatches(ids)) {
    await db.transaction().execute(async (transaction) => {
      const query = transaction.deleteFrom('inquiries').where('id', 'in', batch).returning('id');
      for (const { id } of await query.execute()) deleted.push(id);
      await recordDeletions(transaction, batch, deletion);
    });
    done += batch.length;
    onProgress?.(done, ids.length);
  }
  return deleted;
}

export interface DeletedInquiry {
  id: string;
  /** Time of the deletion, ISO 8601 in UTC. */
  at: string;
  /** Null in a store of 2.0.0, which did not store it. */
  reason: DeletionReason | null;
}

/** Reads which inquiries were deleted after `time` (default: in the last year). */
export async function readDeleted({ db }: Database, time = ''): Promise<DeletedInquiry[]> {
  const events = await db
    .selectFrom('events')
    .select(['id', 'at', 'about as reason'])
    .where('inquiryId', 'is', null)
    .where('kind', '=', 'deleted')
    .where('at', '>', time)
    .orderBy('number')
    .$narrowType<Pick<DeletedInquiry, 'reason'>>()
    .execute();
  return events.map(({ id, ...event }) => ({ ...event, id: getDeletedId(id) }));
}

/** More of a store may be the work of a wrong clock: it is not deleted again unasked. */
export const maxDeletedShare = 0.1;

/**
 * Finds those of the inquiries with these ids that the store has, if they are more than
 * `maxDeletedShare` of it.
 */
export async function findIfMany(store: Store, ids: string[]): Promise<Set<string>> {
  const found = new Set<string>();
  for (const batch of toBatches(ids)) {
    const query = store.db.selectFrom('inquiries').select('id').where('id', 'in', batch);
    for (const { id } of await query.execute()) found.add(id);
  }
  return found.size > (await countRows(store.db.selectFrom('inquiries'))) * maxDeletedShare
    ? found
    : new Set();
}
