import type { StoreLocation } from '../inquiries/store.ts';
import type { RateLimit } from './rate-limits.ts';
import { type Counted, createSubmissionLimit, type SubmissionLimit } from './submission-limit.ts';

export interface SubmissionLimits {
  inquiries: SubmissionLimit;
  alteredLinks: SubmissionLimit;
  close(): Promise<void> | undefined;
}

/**
 * The limits of each kind, counted in this process, or where the store is a database, by all servers
 * on it; undefined where any number is taken.
 */
export async function createSubmissionLimits(
  limits: readonly RateLimit[],
  hashKey: Buffer,
  store: StoreLocation,
): Promise<SubmissionLimits | undefined> {
  if (limits.length === 0) return undefined;
  const shared = 'databaseUrl' in store ? await share(store.databaseUrl) : undefined;
  const limitOf = (counted: Counted) =>
    createSubmissionLimit({ counted, limits, hashKey, createLimiter: shared?.createLimiter });
  return {
    inquiries: limitOf('inquiries'),
    alteredLinks: limitOf('altered links'),
    close: () => shared?.close(),
  };
}

async function share(databaseUrl: string) {
  const { createSharedLimiters } = await import('./shared-limiters.ts');
  return createSharedLimiters(databaseUrl);
}
