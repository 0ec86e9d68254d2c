import { sql } from 'kysely';
import type { Migration } from './migration.ts';

/** Lets a migration declare the oldest migration whose programs keep working. */
export const migration: Migration = {
  name: '0009-compatible-programs',

  async up(db) {
    await sql`alter table kysely_migration add column compatible_from text`.execute(db);
  },
};
