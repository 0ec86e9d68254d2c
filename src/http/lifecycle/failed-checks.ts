import { checkWritable } from '../../store/check-writable.ts';
import { isNearlyFull } from '../../store/disk-space.ts';
import { readApplied } from '../../store/migrations/migrate.ts';
import { allMigrations } from '../../store/migrations/schema.ts';
import type { Store } from '../../store/store.ts';
import { StoreTooNew } from '../../store/store-errors.ts';

/**
 * A check of the store: `disk`, its disk has space for inquiries; `migrations`, its tables are
 * current.
 */
export type ReadinessCheck = 'disk' | 'migrations';

/**
 * Lists the failed checks. Throws if the store does not accept inquiries, or if a statement met
 * damage in it. A destination that refuses deliveries does not make the server unready.
 */
export async function findFailedChecks(store: Store): Promise<ReadinessCheck[]> {
  await checkWritable(store);
  const damage = store.getDamage();
  if (damage) throw damage;
  const failed: ReadinessCheck[] = [];
  if (isNearlyFull(store)) failed.push('disk');
  if (!(await hasCurrentTables(store))) failed.push('migrations');
  return failed;
}

async function hasCurrentTables(store: Store): Promise<boolean> {
  try {
    const applied = await readApplied(store);
    return allMigrations.every(({ name }) => applied.includes(name));
  } catch (error) {
    if (error instanceof StoreTooNew) return false;
    throw error;
  }
}
