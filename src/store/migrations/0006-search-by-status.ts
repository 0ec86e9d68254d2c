import { sql } from 'kysely';
import type { Migration } from './migration.ts';

export const migration: Migration = {
  name: '0006-search-by-status',

  async up(db) {
    for (const column of ['search_name', 'search_surname', 'search_email', 'search_company']) {
      const index = sql.ref(`inquiries_by_${column}`);
      await sql`drop index ${index}`.execute(db);
      // Includes the columns that filters use, so that a search reads the index only.
      await sql`
        create index ${index}
        on inquiries (${sql.ref(column)}, received_at, id, status, qualified)`.execute(db);
    }
  },
};
