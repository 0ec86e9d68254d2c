import { orUnavailable } from '../store-unavailable.ts';
import type { Store } from '../store.ts';
import { toIso } from '../to-iso.ts';
import { digestAt } from './digest-times.ts';
import { insertDeliveries, newDelivery } from './queue-deliveries.ts';

/** Queues this morning's digest, once. Resolves to whether it did. Throws `StoreUnavailable`. */
export async function queueDigest({ db }: Store, now: number, timeZone: string): Promise<boolean> {
  const digest = digestAt(now, timeZone);
  if (!digest) return false;
  const { day, at } = digest;
  const nextAttemptAt = toIso(at);

  return orUnavailable('The digest could not be queued', async () => {
    const queued = await db
      .selectFrom('deliveries')
      .select('day')
      .where('day', '=', day)
      .executeTakeFirst();
    if (queued) return false;
    const row = newDelivery({ kind: 'digest', destination: 'email', day, nextAttemptAt });
    await db.transaction().execute((transaction) => insertDeliveries(transaction, [row]));
    return true;
  });
}
