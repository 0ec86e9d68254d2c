import { randomUUID } from 'node:crypto';
import type { Database } from './store.ts';

/** Commits a small row, which it also deletes. Throws `StoreUnavailable`. */
export async function checkWritable({ db }: Database): Promise<void> {
  // A unique name keeps concurrent checks from waiting for each other.
  const name = `check-${randomUUID()}`;
  await db.transaction().execute(async (transaction) => {
    await transaction.insertInto('secrets').values({ name, value: '' }).execute();
    await transaction.deleteFrom('secrets').where('name', '=', name).execute();
  });
}
