import { allMigrations, readApplied } from '../../store/migrations/migrate.ts';
import { StoreTooNew } from '../../store/store-errors.ts';
import type { Store } from '../../store/store.ts';
import { checkWritable } from '../../store/check-writable.ts';

/** Maximum time without progress of the delivery workers; far above the timeout of an attempt. */
const deliveryStallMs = 5 * 60 * 1000;

/**
 * Readiness checks: the store accepts inquiries, its tables are compatible, and the delivery workers make
 * progress. A destination that refuses deliveries does not make the server unready.
 */
export type ReadinessCheck = 'store' | 'migrations' | 'deliveries';

/**
 * Lists the checks that fail at `now`. Throws if the store does not work. Times are in milliseconds
 * since the epoch.
 */
export async function findFailedChecks(
  store: Store,
  { now, lastDeliveryProgressAt }: { now: number; lastDeliveryProgressAt: number },
): Promise<ReadinessCheck[]> {
  await checkWritable(store);
  const failed: ReadinessCheck[] = [];
  if (!(await hasCurrentTables(store))) failed.push('migrations');
  if (now - lastDeliveryProgressAt > deliveryStallMs) failed.push('deliveries');
  return failed;
}

async function hasCurrentTables(store: Store) {
  try {
    const applied = await readApplied(store);
    return allMigrations.every(({ name }) => applied.includes(name));
  } catch (error) {
    if (error instanceof StoreTooNew) return false;
    throw error;
  }
}
