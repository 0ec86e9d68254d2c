import type { SelectQueryBuilder } from 'kysely';
import type { Tables } from './tables.ts';

/** Counts the rows of a query. */
export async function countRows<Table extends keyof Tables>(
  query: SelectQueryBuilder<Tables, Table, object>,
): Promise<number> {
  const counted = query.select(({ fn }) => fn.countAll().as('count'));
  // PostgreSQL counts in text.
  return Number((await counted.executeTakeFirstOrThrow()).count);
}
