import { type Kysely, type RawBuilder, sql } from 'kysely';

/** What the SQL of a migration needs to know of the database. */
export interface SchemaDialect {
  kind: 'sqlite' | 'postgres';
  /** What follows a table's columns. */
  tableOptions: RawBuilder<unknown>;
  /**
   * Makes a text column compare by its bytes: ids, times, and keys whose prefix is to be a range of
   * an index. PostgreSQL refuses to compare two columns of which only one does so.
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
 * One step of the store's schema. It is never changed once it was released, and imports nothing that
 * may change. Databases count code points, so the longest lengths of inquiry.ts, in UTF-16 code
 * units, are the stricter ones.
 */
export interface Migration {
  /** Sorts by time: `0011-one-report-each`. */
  name: string;
  /**
   * Name of an earlier migration: programs that know the migrations up to that one, or to a later
   * one, keep working on the tables that this one leaves. Without it, older programs stop.
   */
  compatibleFrom?: string;
  /**
   * On PostgreSQL, `up` runs outside of a transaction. Once interrupted, it runs again from its
   * beginning.
   */
  runsOutsideTransaction?: boolean;
  up(db: Kysely<unknown>, dialect: SchemaDialect): Promise<void>;
}
