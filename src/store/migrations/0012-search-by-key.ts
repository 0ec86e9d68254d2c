import { sql } from 'kysely';
import { buildIndex } from './build-index.ts';
import type { Migration } from './migration.ts';

/** Replaces the search indexes by one that starts with the key. */
export const migration: Migration = {
  name: '0012-search-by-key',
  // Older programs search the same columns, more slowly.
  compatibleFrom: '0011-one-report-each',
  runsOutsideTransaction: true,

  async up(db, { kind }) {
    for (const key of ['name', 'surname', 'email', 'company']) {
      const column = sql.ref(`search_${key}`);
      await buildIndex(db, kind, {
        name: `inquiries_by_${key}`,
        // Includes the sort columns, so that a search reads the index only.
        on: sql`inquiries (${column}, received_at, id)`,
      });
      const earlier = sql.ref(`inquiries_by_search_${key}`);
      await (
        kind === 'postgres'
          ? sql`drop index concurrently if exists ${earlier}`
          : sql`drop index if exists ${earlier}`
      ).execute(db);
    }
  },
};
