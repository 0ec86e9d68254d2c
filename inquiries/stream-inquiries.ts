import { StoreUnavailable } from './store-unavailable.ts';
import type { Store } from './store.ts';
import { storedFields, type StoredInquiry, toStoredInquiry } from './stored-inquiry.ts';

/**
 * All inquiries, or those that arrived from `since` (ISO 8601 in UTC) on, the oldest first and one
 * after another, so that any number of them fits into memory. Throws `StoreUnavailable`.
 */
export async function* streamInquiries(
  { db }: Store,
  { since = '' }: { since?: string | undefined } = {},
): AsyncGenerator<StoredInquiry> {
  const rows = db
    .selectFrom('inquiries')
    .select(storedFields)
    .where('receivedAt', '>=', since)
    .orderBy('receivedAt')
    .orderBy('id')
    .stream();
  try {
    for await (const row of rows) yield toStoredInquiry(row);
  } catch (cause) {
    throw new StoreUnavailable('The inquiries could not be read', { cause });
  }
}
