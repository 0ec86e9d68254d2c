import { randomBytes } from 'node:crypto';
import type { Kysely } from 'kysely';
import type { Tables } from './tables.ts';

/** 32 random bytes that the store keeps under `name`, made when they are first asked for. */
export async function readOrCreateSecret(db: Kysely<Tables>, name: string): Promise<Buffer> {
  const kept = db.selectFrom('secrets').select('value').where('name', '=', name);
  let secret = await kept.executeTakeFirst();
  if (!secret) {
    const value = randomBytes(32).toString('base64url');
    // Another process may have been first: whoever was, its value is the one to use.
    await db
      .insertInto('secrets')
      .values({ name, value })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    secret = await kept.executeTakeFirstOrThrow();
  }
  return Buffer.from(secret.value, 'base64url');
}
