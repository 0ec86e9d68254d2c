import { DatabaseSync } from 'node:sqlite';
import { vi } from 'vitest';

/**
 * How SQLite answers the queries that `work` makes of the store in `file`: a line for each step of
 * those that differ, since they stay prepared.
 */
export async function explainedPlans(file: string, work: () => Promise<unknown>) {
  const prepare = vi.spyOn(DatabaseSync.prototype, 'prepare');
  await work();
  const queries = prepare.mock.calls
    .map(([query]) => query)
    .filter((query) => /^\s*(select|with)/i.test(query));
  prepare.mockRestore();

  const database = new DatabaseSync(file);
  const plans = queries.flatMap((query) => database.prepare(`explain query plan ${query}`).all());
  database.close();
  return plans.map(({ detail }) => String(detail));
}
