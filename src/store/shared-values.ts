import { randomBytes, randomUUID } from 'node:crypto';
import type { Kysely } from 'kysely';
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

/** Saves a value in the store. */
export async function saveSharedValue(
  { db }: Pick<Store, 'db'>,
  name: SharedValue,
  value: string,
): Promise<void> {
  await db
    .insertInto('secrets')
    .values({ name, value })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ value }))
    .execute();
}

/** Reads a value from the store, if there is one. */
export async function readSharedValue(
  { db }: Pick<Store, 'db'>,
  name: SharedValue,
): Promise<string | undefined> {
  const query = db.selectFrom('secrets').select('value').where('name', '=', name);
  return (await query.executeTakeFirst())?.value;
}

/** Records in the store that a backup was completed at `at` (ISO 8601). */
export const saveLastBackup = (store: Pick<Store, 'db'>, at: string): Promise<void> =>
  saveSharedValue(store, 'last-backup', at);

/** Reads the time of the last completed backup (ISO 8601), if any. */
export const readLastBackup = (store: Store): Promise<string | undefined> =>
  readSharedValue(store, 'last-backup');

/** Commits a small row, which it also deletes. */
export async function checkWritable({ db }: Store): Promise<void> {
  // A unique name keeps concurrent checks from waiting for each other.
  const name = `check-${randomUUID()}`;
  await db.transaction().execute(async (transaction) => {
    await transaction.insertInto('secrets').values({ name, value: '' }).execute();
    await transaction.deleteFrom('secrets').where('name', '=', name).execute();
  });
}
