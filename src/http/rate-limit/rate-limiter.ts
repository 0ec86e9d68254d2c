import { createHmac } from 'node:crypto';
import {
  type IRateLimiterOptions,
  type RateLimiterAbstract,
  RateLimiterMemory,
  RateLimiterRes,
} from 'rate-limiter-flexible';
import type { RateLimit, StoreLocation } from '../../config/setting-values.ts';

export type Admission =
  | { ok: true }
  /**
   * Nothing more is taken for so long. `isFirst`: nothing was refused in this stretch of time yet.
   * `isInsistent`: as much was refused in it already as was admitted.
   */
  | { ok: false; retryAfterSeconds: number; isFirst: boolean; isInsistent: boolean };

export interface SubmissionLimit {
  /**
   * Counts a submission of `network`. One with an Idempotency-Key that was counted a moment ago
   * is free: it is the same one, sent again because its answer was lost.
   */
  admit(network: string, key: string | null): Promise<Admission>;
}

/** Before the keys of what is counted. */
const prefixes = { inquiries: '', 'altered links': 'link-' };
type Counted = keyof typeof prefixes;

export interface SubmissionLimitOptions {
  /** Each kind is counted by itself; inquiries unless given. */
  counted?: Counted;
  /** The shortest stretch of time first; at least one. */
  limits: readonly RateLimit[];
  /** Addresses are known by their hash with this key alone. */
  hashKey: Buffer;
  /** Where it is counted: in this process unless given. */
  createLimiter?: ((options: IRateLimiterOptions) => RateLimiterAbstract) | undefined;
}

/** All networks together may send this many times as much as one of them. */
const overallFactor = 30;
/** The form's script sends an inquiry three times by itself; then its visitor may try again. */
const freeRepeats = 5;
const everyone = 'everyone';

export function createSubmissionLimit({
  counted = 'inquiries',
  limits,
  hashKey,
  createLimiter = (options) => new RateLimiterMemory(options),
}: SubmissionLimitOptions): SubmissionLimit {
  const ofOne = limits.map((limit) => toLimiter(`one-${limit.seconds}`, limit));
  const shortest = limits[0] as RateLimit;
  // Only for the shortest time: over a day, a few hundred addresses could close the form for all.
  const ofAll = toLimiter('all', {
    ...shortest,
    submissions: shortest.submissions * overallFactor,
  });
  const repeats = toLimiter('repeat', { ...shortest, submissions: freeRepeats + 1 });

  return {
    async admit(network, key) {
      const client = hashOf('address', network);
      const submission = key === null ? undefined : hashOf('submission', network, key);
      if (submission && (await isFreeRepeat(submission))) return { ok: true };

      // Looked at before anything is counted, so that a flood of addresses leaves no more behind.
      const isAllTaken = (await ofAll.get(everyone))?.remainingPoints === 0;
      for (const limiter of isAllTaken ? [] : ofOne) {
        const refused = await take(limiter, client);
        if (refused) return refused;
      }
      const refused = await take(ofAll, everyone);
      if (refused) return refused;
      if (submission) await take(repeats, submission);
      return { ok: true };
    },
  };

  function toLimiter(keyPrefix: string, { submissions, seconds }: RateLimit) {
    const prefixed = prefixes[counted] + keyPrefix;
    return createLimiter({ keyPrefix: prefixed, points: submissions, duration: seconds });
  }

  async function isFreeRepeat(submission: string) {
    const counted = await repeats.get(submission);
    return !!counted && counted.consumedPoints > 0 && !(await take(repeats, submission));
  }

  function hashOf(...parts: string[]) {
    return createHmac('sha256', hashKey).update(JSON.stringify(parts)).digest('base64url');
  }
}

async function take(limiter: RateLimiterAbstract, key: string) {
  try {
    await limiter.consume(key);
    return undefined;
  } catch (refused) {
    if (!(refused instanceof RateLimiterRes)) throw refused;
    const { consumedPoints, msBeforeNext } = refused;
    return {
      ok: false as const,
      retryAfterSeconds: Math.max(1, Math.ceil(msBeforeNext / 1000)),
      isFirst: consumedPoints === limiter.points + 1,
      isInsistent: consumedPoints > limiter.points * 2,
    };
  }
}

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
