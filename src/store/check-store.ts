import { readTablesState, type TablesState } from './migrations/migrate.ts';
import { wrapStoreErrors } from './store-errors.ts';
import type { Store } from './store.ts';
import { type Destination } from './tables.ts';

/** Compares the tables with those that this program knows. Throws `StoreUnavailable`. */
export const readTablesStatus = ({ db, kind }: Store): Promise<TablesState> =>
  wrapStoreErrors('The store cannot be read', () => readTablesState(db, kind));

/** Reads the arrival of the newest inquiry (ISO 8601), if any. Throws `StoreUnavailable`. */
export async function readNewestArrival({ db }: Store): Promise<string | undefined> {
  const row = await wrapStoreErrors('The store cannot be read', () =>
    db
      .selectFrom('inquiries')
      .select('receivedAt')
      .orderBy('receivedAt', 'desc')
      .limit(1)
      .executeTakeFirst(),
  );
  return row?.receivedAt;
}

/** Number of waiting or failed deliveries to one destination. */
export interface Undelivered {
  destination: Destination;
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
      .execute(),
  );
  return rows.map(({ count, ...row }) => ({ ...row, count: Number(count) })) as Undelivered[];
}
