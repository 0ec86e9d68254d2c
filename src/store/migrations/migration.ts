import { type Kysely, type RawBuilder, sql } from 'kysely';

/** SQL fragments that differ between databases. */
export interface SchemaDialect {
  kind: 'sqlite' | 'postgres';
  /** Clause after a table's columns. */
  tableOptions: RawBuilder<unknown>;
  /**
   * Collation by bytes, for ids, times, and keys that are searched by prefix. PostgreSQL refuses to
   * compare columns of different collations.
   */
  byteOrder: RawBuilder<unknown>;
}

export const sqliteSchema: SchemaDialect = {
  kind: 'sqlite',
  tableOptions: sql`strict`,
  byteOrder: sql`collate binary`,
};

export const postgresSchema: SchemaDialect = {
  kind: 'postgres',
  tableOptions: sql``,
  byteOrder: sql`collate "C"`,
};

/**
 * A schema migration. Frozen once released; imports nothing that may change. Databases count code
 * points, so the limits of inquiry.ts, in UTF-16 code units, are the stricter ones.
 */
export interface Migration {
  /** Sortable, such as `0013-search-by-domain`. */
  name: string;
  /** Earlier migrations that this one contains. A store must have all of them or none. */
  included?: readonly string[];
  /**
   * Oldest migration whose programs keep working after this one. If unset, all older programs stop.
   */
  compatibleFrom?: string;
  /** On PostgreSQL, runs `up` outside a transaction; after an interruption, `up` runs again. */
  runsOutsideTransaction?: boolean;
  up(db: Kysely<unknown>, dialect: SchemaDialect): Promise<void>;
}

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
