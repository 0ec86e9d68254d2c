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

/** Values that servers and commands share. Older programs ignore unknown names. */
type SharedValue = 'last-backup' | 'clock';

/** Saves a value in the store. Throws `StoreUnavailable`. */
export async function saveSharedValue(
  { db }: Pick<Store, 'db'>,
  name: SharedValue,
  value: string,
): Promise<void> {
  await wrapStoreErrors(`The value ${name} could not be stored`, () =>
    db
      .insertInto('secrets')
      .values({ name, value })
      .onConflict((conflict) => conflict.column('name').doUpdateSet({ value }))
      .execute(),
  );
}

/** Reads a value from the store, if there is one. Throws `StoreUnavailable`. */
export async function readSharedValue(
  { db }: Pick<Store, 'db'>,
  name: SharedValue,
): Promise<string | undefined> {
  const row = await wrapStoreErrors('The store cannot be read', () =>
    db.selectFrom('secrets').select('value').where('name', '=', name).executeTakeFirst(),
  );
  return row?.value;
}

/** Records in the store that a backup was completed at `at` (ISO 8601). Throws `StoreUnavailable`. */
export const saveLastBackup = (store: Pick<Store, 'db'>, at: string): Promise<void> =>
  saveSharedValue(store, 'last-backup', at);

/** Reads the time of the last completed backup (ISO 8601), if any. Throws `StoreUnavailable`. */
export const readLastBackup = (store: Store): Promise<string | undefined> =>
  readSharedValue(store, 'last-backup');

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
