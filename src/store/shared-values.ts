import { randomBytes } from 'node:crypto';
import type { IsoTime } from '../text/format-time.ts';
import type { Database } from './store.ts';

/** Values that servers and commands share. Older programs ignore unknown names. */
type SharedValue = 'hash-key' | 'link-secret' | 'clock' | SharedTime;

/** Times of the last verified backup, and of the last run that logged all deletions. */
type SharedTime = 'last-backup' | 'deletions-logged';

/** Reads a value from the store. */
export async function readSharedValue({ db }: Database, name: SharedValue) {
  const query = db.selectFrom('secrets').select('value').where('name', '=', name);
  return (await query.executeTakeFirst())?.value;
}

/** Reads a time from the store. */
export const readSharedTime = (store: Database, name: SharedTime) =>
  readSharedValue(store, name) as Promise<IsoTime | undefined>;

export async function saveSharedValue({ db }: Database, name: SharedValue, value: string) {
  const insert = db.insertInto('secrets').values({ name, value });
  await insert.onConflict((conflict) => conflict.column('name').doUpdateSet({ value })).execute();
}

/** Reads a secret from the store, or creates it from 32 random bytes. */
export async function readOrCreateSecret({ db }: Database, name: SharedValue): Promise<Buffer> {
  let secret = await readSharedValue({ db }, name);
  if (secret === undefined) {
    const value = randomBytes(32).toString('base64url');
    // If another process inserted first, its value is used.
    const insert = db.insertInto('secrets').values({ name, value });
    await insert.onConflict((conflict) => conflict.doNothing()).execute();
    secret = await readSharedValue({ db }, name);
  }
  return Buffer.from(secret ?? '', 'base64url');
}
