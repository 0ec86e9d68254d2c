import { wrapStoreErrors } from './store-errors.ts';
import type { Store } from './store.ts';
import type { DestinationName } from './tables.ts';

/** Number of waiting or failed deliveries to one destination. */
export interface Undelivered {
  destination: DestinationName;
  state: 'waiting' | 'failed';
  count: number;
  /** First attempt (before that, due time) of the oldest delivery, in ISO 8601. */
  waitingSince: string;
}

/** Counts waiting and failed deliveries by destination. Throws `StoreUnavailable`. */
export async function countUndelivered({ db }: Store): Promise<Undelivered[]> {
  const rows = await wrapStoreErrors('The deliveries could not be read', () =>
    db
      .selectFrom('deliveries')
      .select(({ fn }) => [
        'destination',
        'state',
        fn.countAll().as('count'),
        // `nextAttemptAt` moves with each retry.
        fn.min(fn.coalesce('firstAttemptAt', 'nextAttemptAt')).as('waitingSince'),
      ])
      .where('state', 'in', ['waiting', 'failed'])
      .groupBy(['destination', 'state'])
      .orderBy('destination')
      .orderBy('state')
      .$narrowType<Pick<Undelivered, 'state' | 'waitingSince'>>()
      .execute(),
  );
  return rows.map(({ count, ...row }) => ({ ...row, count: Number(count) }));
}
