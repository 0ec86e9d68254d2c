import { eraseBatch } from './erase-batch.ts';
import { orUnavailable } from './store-unavailable.ts';
import { normalizeEmail, toSearchKey } from './search-keys.ts';
import type { Database, Store } from './store.ts';

// So few that the server's own writes hardly wait.
const batchSize = 50;

/** The ids of all inquiries from this address, in whatever case. Throws `StoreUnavailable`. */
export async function idsByEmail(store: Store, email: string): Promise<string[]> {
  const rows = await orUnavailable('The inquiries could not be read', () =>
    store.db
      .selectFrom('inquiries')
      .select(['id', 'email', 'receivedAt'])
      .where('searchEmail', '=', toSearchKey(email))
      .execute(),
  );
  // The key leaves out accents, which make another address.
  const wanted = normalizeEmail(email);
  return rows
    .filter((row) => normalizeEmail(row.email) === wanted)
    .sort((one, other) => (one.receivedAt < other.receivedAt ? -1 : 1))
    .map(({ id }) => id);
}

/** The inquiries that may be erased, whatever their ids. */
export type Erasable = (db: Database) => ReturnType<typeof allInquiries>;

const allInquiries = (db: Database) => db.selectFrom('inquiries').select('id');

/**
 * Erases those of these inquiries that are still `erasable`, with all that belongs to them, and
 * calls `onProgress` with how many of `ids` are done. `isScrubbed`: nothing of them is left in the
 * store's files. Throws `StoreUnavailable`.
 */
export async function eraseInquiries(
  store: Store,
  ids: string[],
  onProgress?: (done: number) => void,
  erasable: Erasable = allInquiries,
): Promise<{ count: number; isScrubbed: boolean }> {
  return orUnavailable('The inquiries could not be erased', async () => {
    let count = 0;
    for (let done = 0; done < ids.length; done += batchSize) {
      const batch = ids.slice(done, done + batchSize);
      count += await eraseBatch(store, (transaction) =>
        erasable(transaction).where('id', 'in', batch).forUpdate(),
      );
      onProgress?.(done + batch.length);
    }
    return { count, isScrubbed: count === 0 || (await store.scrub()) };
  });
}
