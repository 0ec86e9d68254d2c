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
  up(db: Kysely<unknown>, dialect: SchemaDialect): Promise<void>;
}
