import { readTablesState } from '../../store/migrations/migrate.ts';
import { StoreUnavailable } from '../../store/store-errors.ts';
import type { Store } from '../../store/store.ts';
import { checkWritable } from '../../store/check-writable.ts';

/** Maximum time without progress of the delivery workers; far above the timeout of an attempt. */
const deliveryStallMs = 5 * 60 * 1000;

/**
 * Readiness checks: the store accepts inquiries, its tables are compatible, and the delivery workers make
 * progress. A destination that refuses deliveries does not make the server unready.
 */
export type ReadinessCheck = 'store' | 'migrations' | 'deliveries';

/** Lists the checks that fail at `now`. Times are in milliseconds since the epoch. */
export async function findFailedChecks(
  store: Store,
  { now, lastDeliveryProgressAt }: { now: number; lastDeliveryProgressAt: number },
): Promise<ReadinessCheck[]> {
  const failed: ReadinessCheck[] = [];
  if (!(await isWritable(store))) failed.push('store');
  else if (!(await hasUsableTables(store))) failed.push('migrations');
  if (now - lastDeliveryProgressAt > deliveryStallMs) failed.push('deliveries');
  return failed;
}

async function hasUsableTables({ db, kind }: Store) {
  const { pending, incompatible } = await readTablesState(db, kind);
  return pending.length === 0 && !incompatible;
}

async function isWritable(store: Store) {
  try {
    await checkWritable(store);
    return true;
  } catch (error) {
    if (error instanceof StoreUnavailable) return false;
    throw error;
  }
}
