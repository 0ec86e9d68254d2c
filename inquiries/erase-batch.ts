import type { Transaction } from 'kysely';
import type { Store } from './store.ts';
import type { Tables } from './tables.ts';

/**
 * Erases those inquiries, with all that belongs to them, that `lock` selects for update: what is
 * judged before it is locked may have become something else. Resolves to how many they were.
 */
export const eraseBatch = (
  { db }: Store,
  lock: (transaction: Transaction<Tables>) => { execute(): Promise<{ id: string }[]> },
): Promise<number> =>
  db.transaction().execute(async (transaction) => {
    const rows = await lock(transaction).execute();
    const ids = rows.map(({ id }) => id);
    if (ids.length) await transaction.deleteFrom('inquiries').where('id', 'in', ids).execute();
    return ids.length;
  });
