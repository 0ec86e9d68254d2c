import { sql } from 'kysely';
import { fields, type Inquiry } from '../inquiry/inquiry.ts';
import { teamDestinations } from '../notifications/destinations.ts';
import { wrapStoreErrors } from '../store/store-errors.ts';
import type { Store } from '../store/store.ts';
import { createIdempotencyRecord, createRow, insertInquiry } from './receive-inquiry.ts';

/** Three bytes in UTF-8, the most for one unit of a length. */
const largest = '\u5b57';

const largestInquiry = Object.fromEntries(
  Object.entries(fields).map(([name, field]) => [
    name,
    'choices' in field
      ? Object.keys(field.choices).toSorted((one, other) => other.length - one.length)[0]
      : largest.repeat(field.maxLength),
  ]),
) as Inquiry;

/**
 * Writes to disk what the largest inquiry writes, and leaves nothing in the store. Throws
 * `StoreUnavailable`.
 */
export async function checkWritable(store: Store): Promise<void> {
  const now = Date.now();
  const row = createRow(largestInquiry, now);
  // A unique key keeps concurrent checks from waiting for each other.
  const key = { kind: 'caller', value: row.id } as const;
  const destinations = teamDestinations.map(({ name }) => name);
  const record = createIdempotencyRecord(store.hashKey, largestInquiry, key, now);
  await wrapStoreErrors('The store is not writable', () =>
    store.db.transaction().execute(async (transaction) => {
      await sql`savepoint inquiry`.execute(transaction);
      await insertInquiry(store, transaction, row, record, destinations);
      // Rolled back, so that triggers have no effect. SQLite still writes the changed pages.
      await sql`rollback to savepoint inquiry`.execute(transaction);
      // Commits, because a rolled-back write would not detect a full disk.
      await transaction.insertInto('secrets').values({ name: row.id, value: '' }).execute();
      await transaction.deleteFrom('secrets').where('name', '=', row.id).execute();
    }),
  );
}
