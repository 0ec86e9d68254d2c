import { sql } from 'kysely';
import { buildIndex } from './build-index.ts';
import type { Migration } from './migration.ts';

/** Finds inquiries by the domain of their address. */
export const migration: Migration = {
  name: '0013-search-by-domain',
  compatibleFrom: '0011-one-report-each',
  runsOutsideTransaction: true,

  async up(db, { kind }) {
    const domain =
      kind === 'postgres'
        ? sql`split_part(search_email, '@', 2)`
        : sql`substr(search_email, instr(search_email, '@') + 1)`;
    await buildIndex(db, kind, {
      name: 'inquiries_by_domain',
      on: sql`inquiries ((${domain}), received_at, id)`,
    });
  },
};
