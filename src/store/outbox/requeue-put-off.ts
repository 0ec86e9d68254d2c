import { sql } from 'kysely';
import { type EpochMs, hourMs, type IsoTime, toIso } from '../../text/format-time.ts';
import type { Database } from '../store.ts';

/** The longest delay of a retry, plus an hour for differing clocks of servers. */
const maxDelayMs = 2 * hourMs;

/**
 * Makes deliveries due at `now` whose times were set by a clock that was ahead. With a correct
 * clock, a retry is due within an hour, and a lease ends sooner. Resolves to their number. Throws
 * `StoreUnavailable`.
 */
export async function requeuePutOff({ db }: Database, now: EpochMs): Promise<number> {
  const latest = toIso(now + maxDelayMs);
  // A delivery with a first attempt in the future would neither count as failing nor be given up.
  const firstAttemptAt = sql<IsoTime | null>`
    case when first_attempt_at > ${latest} then null else first_attempt_at end`;
  const update = db
    .updateTable('deliveries')
    .set({ nextAttemptAt: toIso(now), firstAttemptAt, lease: null, leaseEndsAt: null })
    .where('state', '=', 'waiting')
    .where(({ eb, or }) =>
      or([
        eb('nextAttemptAt', '>', latest),
        eb('firstAttemptAt', '>', latest),
        eb('leaseEndsAt', '>', latest),
      ]),
    );
  return Number((await update.executeTakeFirstOrThrow()).numUpdatedRows);
}
