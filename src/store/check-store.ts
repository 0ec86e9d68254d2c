import { randomUUID } from 'node:crypto';
import { readTablesState, type TablesState } from './migrations/migrate.ts';
import { orUnavailable } from './store-errors.ts';
import type { Store } from './store.ts';
import { type Destination } from './tables.ts';

/**
 * Writes to the disk, as storing an inquiry does, and leaves nothing behind. Throws
 * `StoreUnavailable`.
 */
export async function tryWriting({ db }: Store): Promise<void> {
  // A name of its own: several servers that look at once would wait for each other.
  const name = `check-${randomUUID()}`;
  await orUnavailable('The store cannot be written', () =>
    // Committed, because what is taken back never reaches the disk, which may be full.
    db.transaction().execute(async (transaction) => {
      await transaction.insertInto('secrets').values({ name, value: '' }).execute();
      await transaction.deleteFrom('secrets').where('name', '=', name).execute();
    }),
  );
}

/** Compares the tables with those that this program knows. Throws `StoreUnavailable`. */
export const checkTables = ({ db, kind }: Store): Promise<TablesState> =>
  orUnavailable('The store cannot be read', () => readTablesState(db, kind));

/** When the newest inquiry arrived, in ISO 8601; undefined without any. Throws `StoreUnavailable`. */
export async function newestArrival({ db }: Store): Promise<string | undefined> {
  const row = await orUnavailable('The store cannot be read', () =>
    db
      .selectFrom('inquiries')
      .select('receivedAt')
      .orderBy('receivedAt', 'desc')
      .limit(1)
      .executeTakeFirst(),
  );
  return row?.receivedAt;
}

/** Deliveries to one destination that have not arrived. */
export interface Undelivered {
  destination: Destination;
  state: 'waiting' | 'failed';
  count: number;
  /** First attempt of the oldest one, or its due time before that, in ISO 8601. */
  waitingSince: string;
}

/** What has not arrived, for each destination. Throws `StoreUnavailable`. */
export async function undelivered({ db }: Store): Promise<Undelivered[]> {
  const rows = await orUnavailable('The deliveries could not be read', () =>
    db
      .selectFrom('deliveries')
      .select(({ fn }) => [
        'destination',
        'state',
        fn.countAll().as('count'),
        // Each retry postpones the next attempt.
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
