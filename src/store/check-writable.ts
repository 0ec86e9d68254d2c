import { randomUUID } from 'node:crypto';
import { wrapStoreErrors } from './store-errors.ts';
import type { Store } from './store.ts';

/** Commits a small row, which it also deletes. Throws `StoreUnavailable`. */
export async function checkWritable({ db }: Store): Promise<void> {
  // A unique name keeps concurrent checks from waiting for each other.
  const name = `check-${randomUUID()}`;
  await wrapStoreErrors('The store is not writable', () =>
    db.transaction().execute(async (transaction) => {
      await transaction.insertInto('secrets').values({ name, value: '' }).execute();
      await transaction.deleteFrom('secrets').where('name', '=', name).execute();
    }),
  );
}
