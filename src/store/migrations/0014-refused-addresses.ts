import { sql } from 'kysely';
import type { Migration } from './migration.ts';

/** Adds the team's addresses that the mail server refuses. */
export const migration: Migration = {
  name: '0014-refused-addresses',
  compatibleFrom: '0013-search-by-domain',

  async up(db, { byteOrder, tableOptions }) {
    await sql`
      create table refused_addresses (
        address text not null primary key,
        since text ${byteOrder} not null check (length(since) = 24),
        last_error text not null check (length(last_error) between 1 and 200)
      ) ${tableOptions}`.execute(db);
  },
};
