import type { IsoTime } from '../../text/format-time.ts';
import type { Database } from '../store.ts';

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
