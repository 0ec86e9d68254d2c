import type { Migration } from './migration.ts';
import { migration as inquiries } from './migrations/0001-inquiries.ts';
import { migration as followUp } from './migrations/0002-follow-up.ts';
import { migration as deliveries } from './migrations/0003-deliveries.ts';
import { migration as followUpLinks } from './migrations/0004-follow-up-links.ts';
import { migration as notices } from './migrations/0005-notices.ts';
import { migration as searchByStatus } from './migrations/0006-search-by-status.ts';
import { migration as rateLimits } from './migrations/0007-rate-limits.ts';
import { migration as searchByArrival } from './migrations/0008-search-by-arrival.ts';
import { migration as compatiblePrograms } from './migrations/0009-compatible-programs.ts';
import { migration as failureReports } from './migrations/0010-failure-reports.ts';
import { migration as oneReportEach } from './migrations/0011-one-report-each.ts';
import { migration as searchByKey } from './migrations/0012-search-by-key.ts';

/** All steps of the store's schema, in their order. */
export const migrations: readonly Migration[] = [
  inquiries,
  followUp,
  deliveries,
  followUpLinks,
  notices,
  searchByStatus,
  rateLimits,
  searchByArrival,
  compatiblePrograms,
  failureReports,
  oneReportEach,
  searchByKey,
];

/** The last migration of the release before: what only reads the store works with its tables. */
export const readableFrom = searchByArrival.name;
