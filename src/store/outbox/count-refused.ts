import { type IsoTime, toIso } from '../../text/format-time.ts';
import { countRows, type Database } from '../store.ts';
import { retryPeriodMs } from './leases.ts';

/** Counts the deliveries after one time and until another that the mail server refused for some recipients. */
export function countRefused({ db }: Database, after: IsoTime, until: IsoTime): Promise<number> {
  const refused = db
    .selectFrom('deliveries')
    // Has an index. A due time is not later than the delivery.
    .where('nextAttemptAt', '>', toIso(Date.parse(after) - retryPeriodMs))
    .where('deliveredAt', '>', after)
    .where('deliveredAt', '<=', until)
    .where('state', '=', 'delivered')
    .where('lastError', 'is not', null);
  return countRows(refused);
}
