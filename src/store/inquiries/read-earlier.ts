import { wrapStoreErrors } from '../store-errors.ts';
import type { Store } from '../store.ts';
import { arrivedAfter } from './list-inquiries.ts';
import { normalizeEmail, toSearchKey } from './search-keys.ts';
import { type StoredInquiry, toStoredInquiry } from './stored-inquiry.ts';

const maxEntries = 10;

/**
 * Reads the last inquiries from an inquiry's address that arrived before it, newest first. Throws
 * `StoreUnavailable`.
 */
export async function readEarlier(
  { db }: Store,
  { id, receivedAt, email }: StoredInquiry,
): Promise<StoredInquiry[]> {
  const address = normalizeEmail(email);
  const rows = await wrapStoreErrors('The inquiries could not be read', () =>
    db
      .selectFrom('inquiries')
      .selectAll()
      .where('searchEmail', '=', toSearchKey(address))
      .where(arrivedAfter({ receivedAt, id }, 'desc'))
      .orderBy('receivedAt', 'desc')
      .orderBy('id', 'desc')
      .limit(maxEntries)
      .execute(),
  );
  // The search key ignores accents, but addresses differ by them.
  return rows.filter((row) => normalizeEmail(row.email) === address).map(toStoredInquiry);
}
