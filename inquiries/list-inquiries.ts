import type { Inquiry } from './inquiry.ts';
import { StoreUnavailable } from './store-unavailable.ts';
import type { Store } from './store.ts';
import type { Status } from './tables.ts';

/** `receivedAt` is ISO 8601 in UTC; `id` is a UUID of version 7 (RFC 9562). */
export type StoredInquiry = { id: string; receivedAt: string; status: Status } & Inquiry;

/** The newest first; all of them without `limit`. Throws `StoreUnavailable`. */
export async function listInquiries(
  { db }: Store,
  { limit }: { limit?: number | undefined } = {},
): Promise<StoredInquiry[]> {
  let query = db
    .selectFrom('inquiries')
    .selectAll()
    .orderBy('receivedAt', 'desc')
    .orderBy('id', 'desc');
  if (limit !== undefined) query = query.limit(limit);
  try {
    return (await query.execute()).map(withoutNull);
  } catch (cause) {
    throw new StoreUnavailable('The inquiries could not be read', { cause });
  }
}

const withoutNull = (row: object) =>
  Object.fromEntries(Object.entries(row).filter(([, value]) => value !== null)) as StoredInquiry;
