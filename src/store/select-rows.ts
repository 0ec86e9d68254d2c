import { type SelectQueryBuilder, sql } from 'kysely';
import type { Database } from './store.ts';
import type { Tables } from './tables.ts';

export interface SelectOptions {
  /** True to read the table without indexes, which may be damaged in an SQLite file. */
  skipsIndexes?: boolean;
}

/** Begins a query of a table. */
export function selectRows<Table extends 'inquiries' | 'events'>(
  db: Database['db'],
  table: Table,
  { skipsIndexes = false }: SelectOptions = {},
) {
  const name = sql.table(table);
  // SQLite expects "not indexed" after the alias.
  const query = skipsIndexes
    ? db.selectFrom(name.as<Table>(sql`${name} not indexed`))
    : db.selectFrom(table);
  return query as unknown as SelectQueryBuilder<Tables, Table, object>;
}
