import { sql } from 'kysely';
import type { Migration } from './migration.ts';

/** Lets the limit of acknowledgements read those of a day alone. */
export const migration: Migration = {
  name: '2-02-acknowledgements',
  async up(db) {
    await sql`
      create index acknowledgements_by_time on events (at) where kind = 'acknowledgement'`.execute(
      db,
    );
  },
};
