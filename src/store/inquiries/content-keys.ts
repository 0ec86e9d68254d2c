import { createHmac } from 'node:crypto';
import { type Kysely, sql, type Transaction } from 'kysely';
import type { Inquiry } from '../../inquiry/inquiry.ts';
import { dayMs, type IsoTime, toIso } from '../../text/format-time.ts';
import { batchSize, repeatStatement } from '../batches.ts';
import type { Database } from '../store.ts';
import type { Tables } from '../tables.ts';

/** Id and arrival of an inquiry. */
interface Arrival {
  id: string;
  receivedAt: IsoTime;
}

/**
 * Derives the idempotency key of an inquiry from its content. Uses an HMAC, because a plain hash of
 * personal data can be reversed by guessing.
 */
export function createContentKey(hashKey: Buffer, inquiry: Inquiry): string {
  const fields = Object.entries(inquiry).sort(([a], [b]) => (a < b ? -1 : 1));
  const text = JSON.stringify(['content', fields]);
  return `content:${createHmac('sha256', hashKey).update(text).digest('hex')}`;
}

/** Reserves a key for 24 hours. Returns false if another inquiry has it. */
export async function reserveContentKey(
  transaction: Transaction<Tables>,
  key: string,
  { id, receivedAt }: Arrival,
): Promise<boolean> {
  const expiresAt = toIso(Date.parse(receivedAt) + dayMs);
  // `fingerprint` is only for keys that callers of 2.0.0 chose.
  const values = { key, inquiryId: id, expiresAt, fingerprint: '' };
  const { numInsertedOrUpdatedRows } = await transaction
    .insertInto('idempotencyKeys')
    .values(values)
    .onConflict((conflict) => {
      const reserved = conflict.column('key').doUpdateSet(values);
      return reserved.where('idempotencyKeys.expiresAt', '<=', receivedAt);
    })
    .executeTakeFirstOrThrow();
  return Boolean(numInsertedOrUpdatedRows);
}

/** Finds the inquiry to which a key belongs at `at`. */
export async function findByContentKey(
  db: Kysely<Tables>,
  key: string,
  at: IsoTime,
): Promise<Arrival | undefined> {
  const { rows } = await sql<Arrival>`
    select inquiries.id, inquiries.received_at from idempotency_keys as keys
    join inquiries on inquiries.id = keys.inquiry_id
    where keys.key = ${key} and keys.expires_at > ${at}`.execute(db);
  return rows[0];
}

/** Deletes the keys that have expired at `at`, in batches until `signal` is aborted. */
export async function deleteExpiredKeys(
  store: Database,
  at: IsoTime,
  signal: AbortSignal,
): Promise<void> {
  const batch = sql`
    delete from idempotency_keys where key in (
      select key from idempotency_keys where expires_at <= ${at} limit ${batchSize}
    )`;
  await repeatStatement(store, batch, signal);
}
