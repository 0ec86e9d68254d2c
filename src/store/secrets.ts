import { randomBytes } from 'node:crypto';
import type { Kysely } from 'kysely';
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
