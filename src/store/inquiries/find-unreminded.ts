import { sql, type SqlBool } from 'kysely';
import type { DeadlineKind } from '../../inquiry/deadlines.ts';
import type { EpochMs } from '../../text/format-time.ts';
import type { Database } from '../store.ts';
import type { Reminder } from '../tables.ts';
import { selectDueBetween } from './due-inquiries.ts';
import { isSkippedInFlood } from './skipped-in-flood.ts';

/** Deadlines of one kind, at `from` and later, but before `until`, of which a reminder is due. */
export interface ReminderQuery {
  reminder: Reminder;
  dueKind: DeadlineKind;
  from: EpochMs;
  until: EpochMs;
}

/**
 * Finds the inquiries that have no such reminder yet, except those that flood digests name: at most `limit`
 * ids, the earliest deadline first, since two servers record reminders in one order without a deadlock.
 */
export async function findUnreminded(
  store: Database,
  { reminder, dueKind, from, until }: ReminderQuery,
  limit: number,
): Promise<string[]> {
  const rows = await selectDueBetween(store, dueKind, from, until)
    .where(sql<SqlBool>`not ${isSkippedInFlood}`)
    .where(isUnrecorded(reminder))
    .select('id')
    .orderBy('receivedAt')
    .orderBy('id')
    .limit(limit)
    .execute();
  return rows.map(({ id }) => id);
}

const isUnrecorded = (reminder: Reminder) => sql<SqlBool>`not exists (
  select 1 from events where inquiry_id = inquiries.id and kind = ${reminder}
)`;
