import { tryWriting } from './check-store.ts';
import { readTablesState } from './migrations/migrate.ts';
import { StoreUnavailable } from './store-errors.ts';
import type { Store } from './store.ts';

/** How long the delivery loop may show no progress: far longer than any one attempt may take. */
const stuckMs = 5 * 60 * 1000;

/**
 * What a server needs for its work: a store that it can write, tables that it knows how to use, and
 * deliveries that go on. One that no destination takes is no such fault.
 */
export type Check = 'store' | 'migrations' | 'deliveries';

/** What is wrong at `now`; times in milliseconds since the epoch. */
export async function failedChecks(
  store: Store,
  { now, lastDeliveryProgressAt }: { now: number; lastDeliveryProgressAt: number },
): Promise<Check[]> {
  const failed: Check[] = [];
  if (!(await isWritable(store))) failed.push('store');
  else if (!(await hasUsableTables(store))) failed.push('migrations');
  if (now - lastDeliveryProgressAt > stuckMs) failed.push('deliveries');
  return failed;
}

async function hasUsableTables({ db, kind }: Store) {
  const { pending, incompatible } = await readTablesState(db, kind);
  return pending.length === 0 && !incompatible;
}

async function isWritable(store: Store) {
  try {
    await tryWriting(store);
    return true;
  } catch (error) {
    if (error instanceof StoreUnavailable) return false;
    throw error;
  }
}
