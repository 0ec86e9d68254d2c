import { randomBytes, randomUUID } from 'node:crypto';
import type { Kysely } from 'kysely';
import { wrapStoreErrors } from './store-errors.ts';
import type { Store } from './store.ts';
import type { Tables } from './tables.ts';

/** Reads the secret `name` from the store, or creates it from 32 random bytes. */
export async function readOrCreateSecret(db: Kysely<Tables>, name: string): Promise<Buffer> {
  const query = db.selectFrom('secrets').select('value').where('name', '=', name);
  let secret = await query.executeTakeFirst();
  if (!secret) {
    const value = randomBytes(32).toString('base64url');
    // If another process inserted first, its value is used.
    await db
      .insertInto('secrets')
      .values({ name, value })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    secret = await query.executeTakeFirstOrThrow();
  }
  return Buffer.from(secret.value, 'base64url');
}

// Older programs ignore this row, so it needs no migration.
const lastBackup = 'last-backup';

/** Records in the store that a backup was completed at `at` (ISO 8601). Throws `StoreUnavailable`. */
export async function saveLastBackup({ db }: Pick<Store, 'db'>, at: string): Promise<void> {
  await wrapStoreErrors('The time of the backup could not be recorded', () =>
    db
      .insertInto('secrets')
      .values({ name: lastBackup, value: at })
      .onConflict((conflict) => conflict.column('name').doUpdateSet({ value: at }))
      .execute(),
  );
}

/** Reads the time of the last completed backup (ISO 8601), if any. Throws `StoreUnavailable`. */
export async function readLastBackup({ db }: Store): Promise<string | undefined> {
  const row = await wrapStoreErrors('The store cannot be read', () =>
    db.selectFrom('secrets').select('value').where('name', '=', lastBackup).executeTakeFirst(),
  );
  return row?.value;
}

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
