import { sql } from 'kysely';
import type { Migration } from './migration.ts';

export const migration: Migration = {
  name: '0008-search-by-arrival',

  async up(db) {
    for (const column of ['search_name', 'search_surname', 'search_email', 'search_company']) {
      const index = sql.ref(`inquiries_by_${column}`);
      await sql`drop index ${index}`.execute(db);
      // Buckets of ten days come first.
      await sql`
        create index ${index} on inquiries
        (substr(received_at, 1, 9), ${sql.ref(column)}, received_at, id, status, qualified)`.execute(
        db,
      );
    }
  },
};
