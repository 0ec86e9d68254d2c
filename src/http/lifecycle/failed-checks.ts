import { readApplied } from '../../store/migrations/migrate.ts';
import { allMigrations } from '../../store/migrations/schema.ts';
import { checkWritable } from '../../store/shared-values.ts';
import { StoreTooNew } from '../../store/store-errors.ts';
import { isNearlyFull, type Store } from '../../store/store.ts';

/**
 * Lists the checks that fail: the disk has space, and the tables are compatible. Throws if the store does
 * not accept inquiries. A destination that refuses deliveries does not make the server unready.
 */
export async function findFailedChecks(store: Store): Promise<string[]> {
  await checkWritable(store);
  const isFull = isNearlyFull(store);
  const applied = await readApplied(store).catch((error: unknown): string[] => {
    if (error instanceof StoreTooNew) return [];
    throw error;
  });
  const isCurrent = allMigrations.every(({ name }) => applied.includes(name));
  return [...(isFull ? ['disk'] : []), ...(isCurrent ? [] : ['migrations'])];
}
