import { sql } from 'kysely';
import { buildIndex } from './build-index.ts';
import type { Migration } from './migration.ts';

/** Gives each search key an index that begins with it. */
export const migration: Migration = {
  name: '0012-search-by-key',
  // They search by the same columns, more slowly.
  compatibleFrom: '0011-one-report-each',
  runsOutsideTransaction: true,

  async up(db, { kind }) {
    for (const key of ['name', 'surname', 'email', 'company']) {
      const column = sql.ref(`search_${key}`);
      await buildIndex(db, kind, {
        name: `inquiries_by_${key}`,
        // With the order of lists, so that a search reads the index alone.
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
