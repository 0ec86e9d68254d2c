import { wrapStoreErrors } from './store-errors.ts';
import type { Store } from './store.ts';

// Older programs ignore this row, so it needs no migration.
const name = 'last-backup';

/** Records in the store that a backup was completed at `at` (ISO 8601). Throws `StoreUnavailable`. */
export async function saveLastBackup({ db }: Store, at: string): Promise<void> {
  await wrapStoreErrors('The time of the backup could not be recorded', () =>
    db
      .insertInto('secrets')
      .values({ name, value: at })
      .onConflict((conflict) => conflict.column('name').doUpdateSet({ value: at }))
      .execute(),
  );
}

/** Reads the time of the last completed backup (ISO 8601), if any. Throws `StoreUnavailable`. */
export async function readLastBackup({ db }: Store): Promise<string | undefined> {
  const row = await wrapStoreErrors('The store cannot be read', () =>
    db.selectFrom('secrets').select('value').where('name', '=', name).executeTakeFirst(),
  );
  return row?.value;
}
