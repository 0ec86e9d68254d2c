import { migration as inquiries } from './0001-inquiries.ts';
import { migration as followUp } from './0002-follow-up.ts';
import { migration as deliveries } from './0003-deliveries.ts';
import { migration as followUpLinks } from './0004-follow-up-links.ts';
import { migration as notices } from './0005-notices.ts';
import { migration as searchByStatus } from './0006-search-by-status.ts';
import { migration as rateLimits } from './0007-rate-limits.ts';
import { migration as searchByArrival } from './0008-search-by-arrival.ts';
import { migration as compatiblePrograms } from './0009-compatible-programs.ts';
import { migration as failureReports } from './0010-failure-reports.ts';
import { migration as oneReportEach } from './0011-one-report-each.ts';
import { migration as searchByKey } from './0012-search-by-key.ts';
import { migration as searchByDomain } from './0013-search-by-domain.ts';
import { migration as refusedAddresses } from './0014-refused-addresses.ts';
import type { Migration } from './migration.ts';

/** All migrations, in order. */
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
  searchByDomain,
  refusedAddresses,
];

/**
 * Last migration of the previous release: commands that only read accept its tables. A new column
 * among `storedFields` moves it to the column's migration.
 */
export const readableFrom = searchByArrival.name;
