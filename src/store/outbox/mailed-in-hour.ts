import { sql, type Transaction } from 'kysely';
import type { Destination } from '../../config/destinations.ts';
import { getRecentTimes, hourMs, type IsoTime } from '../../text/format-time.ts';
import type { Tables } from '../tables.ts';

/**
 * Tells if a destination got at least `count` e-mails about new inquiries in the hour before `at`.
 */
export async function hasMailedInHour(
  transaction: Transaction<Tables>,
  at: IsoTime,
  { name }: Destination,
  count: number,
): Promise<boolean> {
  const { since, until } = getRecentTimes(at, hourMs);
  // Ignore retries and redeliveries of older inquiries, and inquiries that are dated in the future
  // because a clock was ahead.
  const { rows } = await sql`
    select event from deliveries join events on number = event
    where state in ('waiting', 'delivered', 'failed') and destination = ${name}
      and next_attempt_at > ${since} and kind = 'received' and at > ${since} and at < ${until}
    limit ${sql.lit(count)}`.execute(transaction);
  return rows.length === count;
}
