import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { SchemaDialect } from './migration.ts';

export interface IndexDefinition {
  name: string;
  isUnique?: boolean;
  /** Table, columns and condition. */
  on: RawBuilder<unknown>;
}

/**
 * Builds a missing index. PostgreSQL builds it concurrently, outside a transaction; an invalid index
 * that an interrupted build left is replaced.
 */
export async function buildIndex(
  db: Kysely<unknown>,
  kind: SchemaDialect['kind'],
  { name, isUnique = false, on }: IndexDefinition,
): Promise<void> {
  const create = isUnique ? sql`create unique index` : sql`create index`;
  const index = sql.ref(name);
  if (kind === 'sqlite') {
    await sql`${create} if not exists ${index} on ${on}`.execute(db);
    return;
  }
  const { rows } = await sql<{ valid: boolean }>`
    select indisvalid as valid from pg_index
    where indexrelid = to_regclass(${name})`.execute(db);
  if (rows[0]?.valid) return;
  await sql`drop index concurrently if exists ${index}`.execute(db);
  await sql`${create} concurrently ${index} on ${on}`.execute(db);
}
