import { sql, type SqlBool, type Transaction } from 'kysely';
import type { DeadlineKind } from '../../inquiry/deadlines.ts';
import { type EpochMs, type IsoTime, longAgo } from '../../text/format-time.ts';
import { batchSize } from '../batches.ts';
import type { Database } from '../store.ts';
import type { Reminder, Tables } from '../tables.ts';
import { selectDueBetween } from './due-inquiries.ts';
import { isSkippedInFlood } from './skipped-in-flood.ts';

/** Deadlines of one kind, at `from` and later, but before `until`, of which a reminder is due. */
export interface ReminderQuery {
  reminder: Reminder;
  dueKind: DeadlineKind;
  from: EpochMs;
  until: EpochMs;
}

export interface Unreminded {
  id: string;
  receivedAt: IsoTime;
  /** The e-mail about it was skipped in a flood: only digests name it, also in place of a reminder. */
  isOfFlood: boolean;
}

/**
 * Finds a batch of inquiries with such a deadline that `settleReminder` has not settled, the earliest
 * deadline first, since two servers record reminders in one order without a deadlock. `last`: the last one of
 * the batch before.
 */
export async function findUnreminded(
  store: Database,
  { reminder, dueKind, from, until }: ReminderQuery,
  last: Pick<Unreminded, 'id' | 'receivedAt'> = { receivedAt: longAgo, id: '' },
): Promise<Unreminded[]> {
  const rows = await selectDueBetween(store, dueKind, from, until)
    .where(isUnsettled(reminder))
    // PostgreSQL may use another index before it has counted how many are settled.
    .where(sql<SqlBool>`(received_at, id) > (${last.receivedAt}, ${last.id})`)
    .select(['id', 'receivedAt', sql<boolean | 0 | 1>`${isSkippedInFlood}`.as('isOfFlood')])
    .orderBy('receivedAt')
    .orderBy('id')
    .limit(batchSize)
    .execute();
  return rows.map(({ isOfFlood, ...row }) => ({ ...row, isOfFlood: Boolean(isOfFlood) }));
}

/** A literal: SQLite uses no partial index for a parameter. */
const isUnsettled = (reminder: Reminder) =>
  sql<SqlBool>`last_reminder is distinct from ${sql.lit(reminder)}`;

/** Marks inquiries that a reminder concerns no longer, because it is recorded or a flood digest names them. */
export async function settleReminder(
  transaction: Transaction<Tables>,
  reminder: Reminder,
  ids: string[],
): Promise<void> {
  await transaction
    .updateTable('inquiries')
    .set({ lastReminder: reminder })
    .where('id', 'in', ids)
    .execute();
}
