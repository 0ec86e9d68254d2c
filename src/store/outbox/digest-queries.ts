import { type IsoTime, toIso } from '../../text/format-time.ts';
import { countRows, type Database } from '../store.ts';
import { retryPeriodMs } from './leases.ts';

export interface PreviousDigest {
  /** Number of the event. */
  number: number;
  at: IsoTime;
}

/**
 * Finds the last digest before `day` (a date) that reached at least one recipient; undefined if
 * there is none.
 */
export function findPreviousDigest(
  { db }: Database,
  day: string,
): Promise<PreviousDigest | undefined> {
  return db
    .selectFrom('events')
    .select(['number', 'at'])
    .where((eb) => eb.and({ kind: 'digest', inquiryId: null }))
    .where('about', '<', day)
    .where(({ not, exists, selectFrom }) => {
      const toNobody = selectFrom('deliveries')
        .select('event')
        .whereRef('event', '=', 'events.number')
        .where('state', '!=', 'delivered')
        .where('pendingRecipients', 'is', null);
      return not(exists(toNobody));
    })
    .orderBy('at', 'desc')
    .limit(1)
    .executeTakeFirst();
}

/**
 * Counts the deliveries after `after` and until `until` that the mail server refused for some
 * recipients.
 */
export function countRefused({ db }: Database, after: IsoTime, until: IsoTime): Promise<number> {
  const refused = db
    .selectFrom('deliveries')
    // Bound an indexed column: a due time is never later than its delivery.
    .where('nextAttemptAt', '>', toIso(Date.parse(after) - retryPeriodMs))
    .where('deliveredAt', '>', after)
    .where('deliveredAt', '<=', until)
    .where('state', '=', 'delivered')
    .where('lastError', 'is not', null);
  return countRows(refused);
}
