import { sql } from 'kysely';
import type { Migration } from './migration.ts';

/** Adds the person to whom an inquiry is assigned, and events that assign it. */
export const migration: Migration = {
  name: '0015-assignee',
  compatibleFrom: '0013-search-by-domain',

  async up(db, { byteOrder }) {
    for (const column of [
      sql`inquiries add column assignee text check (length(assignee) between 1 and 100)`,
      sql`inquiries add column assigned_at text ${byteOrder} check (length(assigned_at) = 24)`,
      // Null for a change of the status, empty for an assignment to nobody.
      sql`inquiry_events add column assignee text check (length(assignee) <= 100)`,
    ]) {
      await sql`alter table ${column}`.execute(db);
    }
  },
};
