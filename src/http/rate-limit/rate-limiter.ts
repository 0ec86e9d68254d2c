import { createHmac } from 'node:crypto';
import type { Context } from 'hono';
import {
  type IRateLimiterOptions,
  type RateLimiterAbstract,
  RateLimiterMemory,
  RateLimiterRes,
} from 'rate-limiter-flexible';
import type { RateLimit, StoreLocation } from '../../config/setting-values.ts';
import type { Log } from '../../observability/log.ts';
import { getClientNetwork } from './client-network.ts';

export type RateLimitResult =
  | { ok: true }
  /**
   * `isFirstRejection`: the first in this window. `isAbusive`: the client sent more than twice the
   * limit.
   */
  | { ok: false; retryAfterSeconds: number; isFirstRejection: boolean; isAbusive: boolean };

export interface RateLimiter {
  /**
   * Counts a submission of `network`. A repeat with the same Idempotency-Key is free: the client
   * retries because the response was lost.
   */
  check(network: string, key: string | null): Promise<RateLimitResult>;
}

/** Stored prefixes of the counters' keys. */
const keyPrefixes = { inquiries: '', invalidLinks: 'link-' };
type RateLimitKind = keyof typeof keyPrefixes;

export interface RateLimiterOptions {
  /** Each kind has its own counters (default: inquiries). */
  kind?: RateLimitKind;
  /** From the setting RATE_LIMIT; at least one, the shortest window first. */
  limits: readonly RateLimit[];
  /** HMAC key for addresses, which are never stored in clear. */
  hashKey: Buffer;
  /** Default: counts in this process. */
  createLimiter?: ((options: IRateLimiterOptions) => RateLimiterAbstract) | undefined;
}

/** Limit of all networks together, as a multiple of one network's. */
const globalFactor = 30;
/** The form's script sends an inquiry up to three times; the visitor may then send it again. */
const maxFreeRepeats = 5;
const globalKey = 'everyone';

export function createRateLimiter({
  kind = 'inquiries',
  limits,
  hashKey,
  createLimiter = (options) => new RateLimiterMemory(options),
}: RateLimiterOptions): RateLimiter {
  const perClient = limits.map((limit) => toLimiter(`one-${limit.seconds}`, limit));
  const shortest = limits[0] as RateLimit;
  // Only for the shortest window: over a day, a few hundred addresses could block the form for all.
  const global = toLimiter('all', {
    ...shortest,
    submissions: shortest.submissions * globalFactor,
  });
  const repeats = toLimiter('repeat', { ...shortest, submissions: maxFreeRepeats + 1 });

  return {
    async check(network, key) {
      const client = hash('address', network);
      const submission = key === null ? undefined : hash('submission', network, key);
      if (submission && (await isFreeRepeat(submission))) return { ok: true };

      // Checked before counting, so that a flood of addresses stores no more counters.
      const isGlobalLimitReached = (await global.get(globalKey))?.remainingPoints === 0;
      for (const limiter of isGlobalLimitReached ? [] : perClient) {
        const rejection = await consume(limiter, client);
        if (rejection) return rejection;
      }
      const rejection = await consume(global, globalKey);
      if (rejection) return rejection;
      if (submission) await consume(repeats, submission);
      return { ok: true };
    },
  };

  function toLimiter(keyPrefix: string, { submissions, seconds }: RateLimit) {
    const prefixed = keyPrefixes[kind] + keyPrefix;
    return createLimiter({ keyPrefix: prefixed, points: submissions, duration: seconds });
  }

  async function isFreeRepeat(submission: string) {
    const counter = await repeats.get(submission);
    return !!counter && counter.consumedPoints > 0 && !(await consume(repeats, submission));
  }

  function hash(...parts: string[]) {
    return createHmac('sha256', hashKey).update(JSON.stringify(parts)).digest('base64url');
  }
}

async function consume(limiter: RateLimiterAbstract, key: string) {
  try {
    await limiter.consume(key);
    return undefined;
  } catch (rejection) {
    if (!(rejection instanceof RateLimiterRes)) throw rejection;
    const { consumedPoints, msBeforeNext } = rejection;
    return {
      ok: false as const,
      retryAfterSeconds: Math.max(1, Math.ceil(msBeforeNext / 1000)),
      isFirstRejection: consumedPoints === limiter.points + 1,
      isAbusive: consumedPoints > limiter.points * 2,
    };
  }
}

export interface RateLimiters {
  inquiries: RateLimiter;
  invalidLinks: RateLimiter;
  close(): Promise<void> | undefined;
}

/**
 * Creates the limiter of each kind. With PostgreSQL, all servers share the counters. Undefined without
 * limits.
 */
export async function createRateLimiters(
  limits: readonly RateLimit[],
  hashKey: Buffer,
  store: StoreLocation,
): Promise<RateLimiters | undefined> {
  if (limits.length === 0) return undefined;
  const shared = 'databaseUrl' in store ? await loadSharedLimiters(store.databaseUrl) : undefined;
  const createForKind = (kind: RateLimitKind) =>
    createRateLimiter({ kind, limits, hashKey, createLimiter: shared?.createLimiter });
  return {
    inquiries: createForKind('inquiries'),
    invalidLinks: createForKind('invalidLinks'),
    close: () => shared?.close(),
  };
}

async function loadSharedLimiters(databaseUrl: string) {
  const { createSharedLimiters } = await import('./shared-limiters.ts');
  return createSharedLimiters(databaseUrl);
}

export interface RateLimitDependencies {
  log: Log;
  /** No limit if undefined. */
  submissionLimiter?: RateLimiter | undefined;
  /** Number of trusted proxies in front of this server. */
  trustedHops?: number;
}

/** Counts a submission, valid or not. `key`: its idempotency key, whose repeats are free. */
export const checkSubmissionRateLimit = (
  context: Context,
  dependencies: RateLimitDependencies,
  key: string | null,
): Promise<RateLimitResult> => {
  const event = 'Rate limit exceeded: rejecting inquiries from a network';
  return checkRateLimit(dependencies.submissionLimiter, context, dependencies, { key, event });
};

/** Counts a client's request with `limiter`. `event`: log message of the first rejection. */
export async function checkRateLimit(
  limiter: RateLimiter | undefined,
  { env, req }: Context,
  { log, trustedHops = 0 }: Omit<RateLimitDependencies, 'submissionLimiter'>,
  { key, event }: { key: string | null; event: string },
): Promise<RateLimitResult> {
  if (!limiter) return { ok: true };
  const remoteAddress: string | undefined = env?.incoming?.socket.remoteAddress;
  const network = getClientNetwork(remoteAddress, req.header('x-forwarded-for'), trustedHops);
  const result = await limiter.check(network, key);
  if (!result.ok && result.isFirstRejection) {
    const { retryAfterSeconds } = result;
    log.warn({ retryAfterSeconds }, event);
  }
  return result;
}
