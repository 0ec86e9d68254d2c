import { sql, type SqlBool, type Transaction } from 'kysely';
import type { DeadlineKind } from '../../inquiry/deadlines.ts';
import { type EpochMs, type IsoTime, longAgo } from '../../text/format-time.ts';
import { batchSize } from '../batches.ts';
import type { Database } from '../store.ts';
import type { Reminder, Tables } from '../tables.ts';
import { selectDueBetween } from './due-inquiries.ts';
import { isSkippedInFlood } from './skipped-in-flood.ts';

/** Deadlines of one kind, from `from` to before `until`, for which a reminder is due. */
export interface ReminderQuery {
  reminder: Reminder;
  dueKind: DeadlineKind;
  from: EpochMs;
  until: EpochMs;
}

export interface Unreminded {
  id: string;
  receivedAt: IsoTime;
  /**
   * True if the e-mail about the inquiry was skipped in a flood. Then only digests name the
   * inquiry; it gets no reminder.
   */
  isOfFlood: boolean;
}

/**
 * Finds a batch of inquiries with such a deadline that `settleReminder` has not settled, earliest
 * deadline first: two servers must record reminders in the same order, or they could deadlock.
 * `last`: the last inquiry of the previous batch.
 */
export async function findUnreminded(
  store: Database,
  { reminder, dueKind, from, until }: ReminderQuery,
  last: Pick<Unreminded, 'id' | 'receivedAt'> = { receivedAt: longAgo, id: '' },
): Promise<Unreminded[]> {
  const rows = await selectDueBetween(store, dueKind, from, until)
    .where(isUnsettled(reminder))
    // Skip earlier batches here: before it has statistics about settled inquiries, PostgreSQL may
    // use an index that reads those again.
    .where(sql<SqlBool>`(received_at, id) > (${last.receivedAt}, ${last.id})`)
    .select(['id', 'receivedAt', sql<boolean | 0 | 1>`${isSkippedInFlood}`.as('isOfFlood')])
    .orderBy('receivedAt')
    .orderBy('id')
    .limit(batchSize)
    .execute();
  return rows.map(({ isOfFlood, ...row }) => ({ ...row, isOfFlood: Boolean(isOfFlood) }));
}

/**
 * Matches inquiries for which this reminder is not settled. A literal, because SQLite uses no
 * partial index for a parameter.
 */
const isUnsettled = (reminder: Reminder) =>
  sql<SqlBool>`last_reminder is distinct from ${sql.lit(reminder)}`;

/**
 * Marks inquiries as needing no further reminder of this kind: it is recorded, or a flood digest
 * names them.
 */
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
