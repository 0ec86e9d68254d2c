import { createHmac } from 'node:crypto';
import { type RateLimiterAbstract, RateLimiterRes } from 'rate-limiter-flexible';
import type { RateLimit, StoreLocation } from '../../config/setting-values.ts';
import { type CreateLimiter, createMemoryLimiters } from './memory-limiters.ts';

export type RateLimitResult = { ok: true } | RateLimitRejection;

export interface RateLimitRejection {
  ok: false;
  retryAfterSeconds: number;
  /** By the limit of all networks together. */
  isGlobal: boolean;
  /** The first in this window. */
  isFirstRejection: boolean;
}

/** Points that are consumed until `release` returns them. */
export interface Reservation {
  ok: true;
  release(): Promise<void>;
}

export type Reserve = () => Promise<Reservation | RateLimitRejection>;

export interface RateLimiter {
  /**
   * Counts a post of `networks`, the smallest first, in this process. A repeat with the same
   * Idempotency-Key is free: the client retries because the response was lost.
   */
  check(networks: readonly string[], key: string | null): Promise<RateLimitResult>;
  /**
   * Reserves a stored inquiry in the limit of all networks together, and in those of `networks` on all
   * servers. Posts that store nothing release it, so that they do not close the form for others.
   */
  reserve(networks: readonly string[]): Promise<Reservation | RateLimitRejection>;
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
  /** Counts posts in this process. */
  createLimiter?: CreateLimiter;
  /** Counts stored inquiries of all servers; undefined: there is one. */
  createSharedLimiter?: CreateLimiter | undefined;
}

/** Limit of an IPv6 /48, as a multiple of a /64's. */
const wideFactor = 5;
/** Limit of all networks together, as a multiple of one network's. */
const globalFactor = 30;
/** The form's script sends an inquiry up to three times; the visitor may then send it again. */
const maxFreeRepeats = 5;
const globalKey = 'everyone';

export function createRateLimiter({
  kind = 'inquiries',
  limits,
  hashKey,
  createLimiter = createMemoryLimiters(),
  createSharedLimiter,
}: RateLimiterOptions): RateLimiter {
  const posts = toNetworkLimiters(createLimiter);
  const stored = createSharedLimiter ? toNetworkLimiters(createSharedLimiter) : [];
  const shortest = limits[0] as RateLimit;
  // Only for the shortest window: over a day, a few hundred addresses could block the form for all.
  // A flood of addresses does not evict this counter, which has a limiter of its own.
  const createGlobalLimiter = createSharedLimiter ?? createMemoryLimiters();
  const global = toLimiter(createGlobalLimiter, 'all', shortest, globalFactor);
  const repeatLimit = { ...shortest, submissions: maxFreeRepeats + 1 };
  const repeats = toLimiter(createLimiter, 'repeat', repeatLimit);
  let rejectsUntil = 0;

  return {
    async check(networks, key) {
      const submission = key === null ? undefined : hash('submission', networks[0] ?? '', key);
      if (submission && (await isFreeRepeat(submission))) return { ok: true };
      const result = await consumeAll(getCounters(posts, networks));
      if (result.ok && submission) await consume({ limiter: repeats, key: submission });
      return result;
    },
    async reserve(networks) {
      const everyone = await consume({ limiter: global, key: globalKey });
      if (everyone.ok) return consumeAll(getCounters(stored, networks), [everyone]);
      // Otherwise rejections would keep the points of inquiries that are released later.
      await global.reward(globalKey);
      const isFirstRejection = Date.now() >= rejectsUntil;
      rejectsUntil = Date.now() + everyone.retryAfterSeconds * 1000;
      return { ...everyone, isGlobal: true, isFirstRejection };
    },
  };

  /** Creates the limiters of a request's networks, the smallest first. */
  function toNetworkLimiters(create: CreateLimiter) {
    return [
      limits.map((limit) => toLimiter(create, `one-${limit.seconds}`, limit)),
      limits.map((limit) => toLimiter(create, `wide-${limit.seconds}`, limit, wideFactor)),
    ];
  }

  function toLimiter(
    create: CreateLimiter,
    name: string,
    { submissions, seconds }: RateLimit,
    factor = 1,
  ) {
    const keyPrefix = keyPrefixes[kind] + name;
    return create({ keyPrefix, points: submissions * factor, duration: seconds });
  }

  function getCounters(limiters: RateLimiterAbstract[][], networks: readonly string[]): Counter[] {
    return networks.flatMap((network, index) => {
      const key = hash('address', network);
      return (limiters[index] ?? []).map((limiter) => ({ limiter, key }));
    });
  }

  async function isFreeRepeat(submission: string) {
    const counter = await repeats.get(submission);
    return (
      !!counter &&
      counter.consumedPoints > 0 &&
      (await consume({ limiter: repeats, key: submission })).ok
    );
  }

  function hash(...parts: string[]) {
    return createHmac('sha256', hashKey).update(JSON.stringify(parts)).digest('base64url');
  }
}

interface Counter {
  limiter: RateLimiterAbstract;
  key: string;
}

/** Consumes a point of each counter. If one of them rejects, releases all others and `reservations`. */
async function consumeAll(
  counters: Counter[],
  reservations: Reservation[] = [],
): Promise<Reservation | RateLimitRejection> {
  const release = async () => {
    for (const reservation of reservations) await reservation.release();
  };
  for (const counter of counters) {
    const result = await consume(counter);
    if (!result.ok) {
      await release();
      return result;
    }
    reservations.push(result);
  }
  return { ok: true, release };
}

async function consume({ limiter, key }: Counter): Promise<Reservation | RateLimitRejection> {
  try {
    const windowEndsAt = Date.now() + (await limiter.consume(key)).msBeforeNext;
    const release = async () => {
      // Later, the point would be returned to the next window.
      if (Date.now() < windowEndsAt) await limiter.reward(key);
    };
    return { ok: true, release };
  } catch (rejection) {
    if (!(rejection instanceof RateLimiterRes)) throw rejection;
    const { consumedPoints, msBeforeNext } = rejection;
    return {
      ok: false,
      retryAfterSeconds: Math.max(1, Math.ceil(msBeforeNext / 1000)),
      isGlobal: false,
      isFirstRejection: consumedPoints === limiter.points + 1,
    };
  }
}

export interface RateLimiters {
  inquiries: RateLimiter;
  invalidLinks: RateLimiter;
  close(): Promise<void> | undefined;
}

/**
 * Creates the limiter of each kind. With PostgreSQL, all servers share the counters of stored
 * inquiries. Undefined without limits.
 */
export async function createRateLimiters(
  limits: readonly RateLimit[],
  hashKey: Buffer,
  store: StoreLocation,
): Promise<RateLimiters | undefined> {
  if (limits.length === 0) return undefined;
  const options = { limits, hashKey, createLimiter: createMemoryLimiters() };
  const shared = 'databaseUrl' in store ? await loadSharedLimiters(store.databaseUrl) : undefined;
  return {
    inquiries: createRateLimiter({ ...options, createSharedLimiter: shared?.createLimiter }),
    invalidLinks: createRateLimiter({ ...options, kind: 'invalidLinks' }),
    close: () => shared?.close(),
  };
}

async function loadSharedLimiters(databaseUrl: string) {
  const { createSharedLimiters } = await import('./shared-limiters.ts');
  return createSharedLimiters(databaseUrl, createMemoryLimiters());
}
