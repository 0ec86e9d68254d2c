import { type Compilable, CompiledQuery, type QueryResult, type Transaction } from 'kysely';
import type { Store } from './store.ts';
import type { Tables } from './tables.ts';

/**
 * Executes a query by the SQL that was compiled for the first one of this `name`, which has to
 * differ where the SQL does: building an insert of 18 columns takes longer than the insert itself.
 */
export function executeAgain(
  { compiled }: Store,
  transaction: Transaction<Tables>,
  name: string,
  build: () => Compilable,
  parameters: unknown[],
): Promise<QueryResult<unknown>> {
  // The SQL alone is kept: a compiled query also holds the values that it was built with.
  const sql = compiled.get(name) ?? build().compile().sql;
  compiled.set(name, sql);
  return transaction.executeQuery(CompiledQuery.raw(sql, parameters));
}
