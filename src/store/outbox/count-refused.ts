import { type IsoTime, toIso } from '../../text/format-time.ts';
import { countRows, type Database } from '../store.ts';
import { retryPeriodMs } from './leases.ts';

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
