import { sql, type SqlBool, type Transaction } from 'kysely';
import { getWindowBounds, hourMs } from '../../inquiry/format-time.ts';
import type { Destination, SkipReason, Tables } from '../../store/tables.ts';

/** E-mails about new inquiries in an hour. A flood digest names further inquiries. */
export const maxMailsPerHour = 30;
/** After as many, suspected spam is named by the daily digest alone. */
const maxBeforeSuspected = 10;

/**
 * Returns the reason to skip the e-mail about an inquiry that arrives at `at` (ISO 8601), in the
 * transaction that stores it; undefined to send it. Servers on PostgreSQL do not wait for one another,
 * and may exceed a limit by one each.
 */
export async function findFloodReason(
  transaction: Transaction<Tables>,
  at: string,
  { name, reaches }: Destination,
  isSuspected: boolean,
): Promise<SkipReason | undefined> {
  if (reaches !== 'team') return undefined;
  const maxMails = isSuspected ? maxBeforeSuspected : maxMailsPerHour;
  const [since, until] = getWindowBounds(at, hourMs);
  // Retries and redeliveries of older inquiries do not count, nor do those that a clock ahead dated.
  const { rows } = await sql`
    select event from deliveries join events on number = event
    where state in ('waiting', 'delivered', 'failed') and destination = ${name}
      and next_attempt_at > ${since} and kind = 'received' and at > ${since} and at < ${until}
    limit ${sql.lit(maxMails)}`.execute(transaction);
  if (rows.length < maxMails) return undefined;
  return isSuspected ? 'suspected-flood' : 'flood';
}

/** Matches an inquiry whose e-mail was skipped in a flood: digests alone tell and remind of it. */
export const isToldByDigest = sql<SqlBool>`exists (
  select 1 from events join deliveries on event = number
  where events.inquiry_id = inquiries.id and kind = 'received' and skip_reason = 'flood'
)`;
