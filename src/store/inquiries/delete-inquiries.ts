import { type RawBuilder, sql, type SqlBool, type Transaction } from 'kysely';
import type { Destination } from '../../config/destinations.ts';
import { type EpochMs, type IsoTime, toIso } from '../../text/format-time.ts';
import { batchSize, repeatBatches, toBatches } from '../batches.ts';
import { getDeletedId, toDeletionId } from '../outbox/event-ids.ts';
import { type NewEvent, recordEvents } from '../outbox/events.ts';
import { leaseMs } from '../outbox/leases.ts';
import { countRows, type Database } from '../store.ts';
import type { Tables } from '../tables.ts';

/** `age`, `spam`: the inquiry expired. `restore`: a restore repeated an earlier deletion. */
type DeletionReason = 'age' | 'spam' | 'command' | 'restore';

export interface Deletion {
  /** Destinations, of which those that reach programs are notified. */
  destinations: readonly Destination[];
  /** Time of the deletion. */
  now: EpochMs;
  reason: DeletionReason;
}

/** Matches inquiries that arrived before this time. */
export const receivedBefore = (time: IsoTime) => sql<SqlBool>`received_at < ${time}`;

/** Matches spam that was marked before this time. */
export const markedSpamBefore = (time: IsoTime) => sql<SqlBool>`
  status = 'spam' and not exists (
    select 1 from events
    where inquiry_id = inquiries.id and kind = 'changed' and assignee is null and at >= ${time}
  )`;

/**
 * Deletes matching inquiries with their dependent rows, and records the deletions, in batches until
 * `signal` is aborted. Resolves to the number of deleted inquiries.
 */
export function deleteInquiries(
  { db }: Database,
  condition: RawBuilder<SqlBool>,
  deletion: Deletion,
  signal?: AbortSignal,
): Promise<number> {
  const deleteBatch = async (transaction: Transaction<Tables>) => {
    const rows = await transaction
      .selectFrom('inquiries')
      .select('id')
      .where(condition)
      .orderBy('receivedAt')
      .limit(batchSize)
      // Lock the rows, so that a concurrent change either is seen or waits.
      .forUpdate()
      .execute();
    const ids = rows.map(({ id }) => id);
    if (ids.length === 0) return 0;
    await transaction.deleteFrom('inquiries').where('id', 'in', ids).execute();
    await recordDeletions(transaction, ids, deletion);
    return ids.length;
  };
  return repeatBatches(() => db.transaction().execute(deleteBatch), signal);
}

/**
 * Deletes the inquiries with these ids, and records the deletions. Also records ids that the store
 * lacks, so that a later import skips them. Resolves to the ids of the inquiries that it had.
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

/**
 * Records the deletions of inquiries, and queues a delivery of each to the destinations that reach
 * programs.
 */
export async function recordDeletions(
  transaction: Transaction<Tables>,
  ids: string[],
  { destinations, now, reason }: Deletion,
): Promise<void> {
  const to = destinations.filter(({ reaches }) => reaches === 'programs');
  // By then, an attempt in progress has lost its lease and ended.
  const dueAt = toIso(now + leaseMs);
  const events = ids.map((id): NewEvent => ({
    id: toDeletionId(id),
    kind: 'deleted',
    at: toIso(now),
    about: reason,
    to,
    dueAt,
  }));
  await recordEvents(transaction, events);
}

export interface DeletedInquiry {
  id: string;
  /** Time of the deletion. */
  at: IsoTime;
  /** Null in a store of 2.0.0. */
  reason: DeletionReason | null;
}

/** Reads the recorded deletions, first deletion first. The store keeps them for a year. */
export async function readDeleted({ db }: Database): Promise<DeletedInquiry[]> {
  const { rows } = await sql<DeletedInquiry>`
    select id, at, about as reason from events
    where inquiry_id is null and kind = 'deleted'
    order by number`.execute(db);
  return rows.map(({ id, at, reason }) => ({ id: getDeletedId(id), at, reason }));
}

/**
 * Calls `handle` with the id of each inquiry that was deleted since `time`, first deletion first,
 * in batches until `signal` is aborted.
 */
export async function forEachDeleted(
  { db }: Database,
  time: IsoTime,
  handle: (id: string) => void,
  signal: AbortSignal,
): Promise<void> {
  // The empty id precedes all others.
  let last = { at: time, id: '' };
  const handleBatch = async () => {
    // The kind is a literal, because SQLite does not use the partial index for a parameter.
    const { rows } = await sql<{ at: IsoTime; id: string }>`
      select at, id from events
      where kind = 'deleted' and (at, id) > (${last.at}, ${last.id})
      order by at, id
      limit ${batchSize}`.execute(db);
    for (const { id } of rows) handle(getDeletedId(id));
    last = rows.at(-1) ?? last;
    return rows.length;
  };
  await repeatBatches(handleBatch, signal);
}

/**
 * Maximum share of a store that is deleted again without confirmation. A larger share may be due to
 * a wrong clock.
 */
export const maxDeletedShare = 0.1;

export interface FoundDeletions {
  /** Deletions of inquiries that the store still has. */
  found: DeletedInquiry[];
  /** True if `found` is more than `maxDeletedShare` of the store. */
  isMany: boolean;
}

/** Finds the deletions of inquiries that the store still has. */
export async function findDeleted(
  { db }: Database,
  deleted: DeletedInquiry[],
): Promise<FoundDeletions> {
  const all = db.selectFrom('inquiries');
  const batches = await Array.fromAsync(toBatches(deleted.map(({ id }) => id)), (batch) =>
    all.select('id').where('id', 'in', batch).execute(),
  );
  const ids = new Set(batches.flat().map(({ id }) => id));
  const isMany = ids.size > (await countRows(all)) * maxDeletedShare;
  return { found: deleted.filter(({ id }) => ids.has(id)), isMany };
}
