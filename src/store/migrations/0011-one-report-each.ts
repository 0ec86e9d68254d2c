import { sql } from 'kysely';
import { buildIndex } from './build-index.ts';
import type { Migration } from './migration.ts';

/** Keeps one report of each kind for each destination. */
export const migration: Migration = {
  name: '0011-one-report-each',
  runsOutsideTransaction: true,

  up: (db, { kind }) =>
    buildIndex(db, kind, {
      name: 'reports_by_kind',
      isUnique: true,
      on: sql`deliveries (kind, destination) where inquiry_id is null and day is null`,
    }),
};
