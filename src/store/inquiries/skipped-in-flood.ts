import { sql, type SqlBool } from 'kysely';
import type { FirstInquiries } from '../../inquiry/stored-inquiry.ts';
import type { Database } from '../store.ts';
import { readFirst } from './list-inquiries.ts';

/**
 * Matches an inquiry whose e-mail was skipped in a flood, by this version or by an earlier one,
 * whose summary named the inquiry. Only digests name it; it gets no reminder.
 */
export const isSkippedInFlood = sql<SqlBool>`exists (
  select 1 from events join deliveries on event = number
  where events.inquiry_id = inquiries.id and kind = 'received'
    and (skip_reason = 'flood' or last_error like 'Named in summary-%')
)`;

/** Tells if the e-mail about an inquiry was skipped in a flood. */
export async function wasSkippedInFlood({ db }: Database, id: string): Promise<boolean> {
  const query = db
    .selectFrom('inquiries')
    .select('id')
    .where('id', '=', id)
    .where(isSkippedInFlood);
  return (await query.executeTakeFirst()) !== undefined;
}

/** Counts the inquiries that a flood digest names, and reads the newest `limit` of them. */
export function readNamedInFloodDigest(
  { db }: Database,
  digest: number,
  limit: number,
): Promise<FirstInquiries> {
  const named = db
    .selectFrom('deliveries')
    .innerJoin('events', 'events.number', 'deliveries.event')
    .select('inquiryId')
    .where('skipReason', '=', 'flood')
    .where('digest', '=', digest);
  return readFirst(db.selectFrom('inquiries').where('id', 'in', named), 'desc', limit);
}
