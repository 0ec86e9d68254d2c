import { createHmac } from 'node:crypto';
import type { Context } from 'hono';
import { type RateLimiterAbstract, RateLimiterRes } from 'rate-limiter-flexible';
import { isLoopbackHost, type RateLimit, type StoreLocation } from '../../config/setting-values.ts';
import type { Log } from '../../observability/log.ts';
import { getClientNetworks, isForwarded, isLoopbackAddress } from './client-network.ts';
import { type CreateLimiter, createMemoryLimiters } from './memory-limiters.ts';

export type RateLimitResult = { ok: true } | RateLimitRejection;

export interface RateLimitRejection {
  ok: false;
  retryAfterSeconds: number;
  /** By the limit of all networks together. */
  isGlobal: boolean;
  /** The first in this window. */
  isFirstRejection: boolean;
  /** More than twice the limit was sent. */
  isAbusive: boolean;
}

export interface RateLimiter {
  /**
   * Counts a submission of `networks`, the smallest first; none has only the limit of all networks.
   * A repeat with the same Idempotency-Key is free: the client retries because the response was lost.
   */
  check(networks: readonly string[], key: string | null): Promise<RateLimitResult>;
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
  createLimiter?: CreateLimiter;
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
}: RateLimiterOptions): RateLimiter {
  const perNetwork = [
    limits.map((limit) => toLimiter(`one-${limit.seconds}`, limit)),
    limits.map((limit) => toLimiter(`wide-${limit.seconds}`, limit, wideFactor)),
  ];
  const shortest = limits[0] as RateLimit;
  // Only for the shortest window: over a day, a few hundred addresses could block the form for all.
  const global = toLimiter('all', shortest, globalFactor);
  const repeats = toLimiter('repeat', { ...shortest, submissions: maxFreeRepeats + 1 });

  return {
    async check(networks, key) {
      const submission = key === null ? undefined : hash('submission', networks[0] ?? '', key);
      if (submission && (await isFreeRepeat(submission))) return { ok: true };

      // Checked before counting, so that a flood of addresses stores no more counters.
      const isGlobalLimitReached = (await global.get(globalKey))?.remainingPoints === 0;
      for (const [index, network] of isGlobalLimitReached ? [] : networks.entries()) {
        const client = hash('address', network);
        for (const limiter of perNetwork[index] ?? []) {
          const rejection = await consume(limiter, client);
          if (rejection) return rejection;
        }
      }
      const rejection = await consume(global, globalKey);
      if (rejection) return { ...rejection, isGlobal: true };
      if (submission) await consume(repeats, submission);
      return { ok: true };
    },
  };

  function toLimiter(name: string, { submissions, seconds }: RateLimit, factor = 1) {
    const keyPrefix = keyPrefixes[kind] + name;
    return createLimiter({ keyPrefix, points: submissions * factor, duration: seconds });
  }

  async function isFreeRepeat(submission: string) {
    const counter = await repeats.get(submission);
    return !!counter && counter.consumedPoints > 0 && !(await consume(repeats, submission));
  }

  function hash(...parts: string[]) {
    return createHmac('sha256', hashKey).update(JSON.stringify(parts)).digest('base64url');
  }
}

async function consume(
  limiter: RateLimiterAbstract,
  key: string,
): Promise<RateLimitRejection | undefined> {
  try {
    await limiter.consume(key);
    return undefined;
  } catch (rejection) {
    if (!(rejection instanceof RateLimiterRes)) throw rejection;
    const { consumedPoints, msBeforeNext } = rejection;
    return {
      ok: false,
      retryAfterSeconds: Math.max(1, Math.ceil(msBeforeNext / 1000)),
      isGlobal: false,
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
  const createMemoryLimiter = createMemoryLimiters();
  const shared =
    'databaseUrl' in store
      ? await loadSharedLimiters(store.databaseUrl, createMemoryLimiter)
      : undefined;
  const createLimiter = shared?.createLimiter ?? createMemoryLimiter;
  const createForKind = (kind: RateLimitKind) =>
    createRateLimiter({ kind, limits, hashKey, createLimiter });
  return {
    inquiries: createForKind('inquiries'),
    invalidLinks: createForKind('invalidLinks'),
    close: () => shared?.close(),
  };
}

async function loadSharedLimiters(databaseUrl: string, createMemoryLimiter: CreateLimiter) {
  const { createSharedLimiters } = await import('./shared-limiters.ts');
  return createSharedLimiters(databaseUrl, createMemoryLimiter);
}

export interface RateLimitDependencies {
  log: Log;
  /** No limit if undefined. */
  submissionLimiter?: RateLimiter | undefined;
  /** Number of trusted proxies in front of this server. */
  trustedHops?: number;
  /** Public origin of the site; a loopback one, or none, lets the person at this machine pass. */
  publicUrl: string | undefined;
  /** Called when a submission was rejected. */
  onRateLimited?: ((rejection: RateLimitRejection) => void) | undefined;
}

/** Counts a submission, valid or not. `key`: its idempotency key, whose repeats are free. */
export async function checkSubmissionRateLimit(
  context: Context,
  dependencies: RateLimitDependencies,
  key: string | null,
): Promise<RateLimitResult> {
  const { submissionLimiter, onRateLimited } = dependencies;
  const limited = { key, what: 'inquiries' };
  const result = await checkRateLimit(submissionLimiter, context, dependencies, limited);
  if (!result.ok) onRateLimited?.(result);
  return result;
}

/** Counts a client's request with `limiter`. `what`: the requests, for the log. */
export async function checkRateLimit(
  limiter: RateLimiter | undefined,
  { env, req }: Context,
  dependencies: Omit<RateLimitDependencies, 'submissionLimiter'>,
  { key, what }: { key: string | null; what: string },
): Promise<RateLimitResult> {
  if (!limiter) return { ok: true };
  const { log, trustedHops = 0, publicUrl } = dependencies;
  const remoteAddress: string | undefined = env?.incoming?.socket.remoteAddress;
  const isPersonAtMachine =
    isLocalSite(publicUrl) &&
    isLoopbackAddress(remoteAddress) &&
    !isForwarded((name) => req.header(name));
  const networks = isPersonAtMachine
    ? []
    : getClientNetworks(remoteAddress, req.header('x-forwarded-for'), trustedHops);
  const result = await limiter.check(networks, key);
  if (!result.ok && result.isFirstRejection) {
    const { retryAfterSeconds, isGlobal } = result;
    const source = isGlobal ? 'all networks' : 'a network';
    log.warn({ retryAfterSeconds }, `Rate limit exceeded: rejecting ${what} from ${source}`);
  }
  return result;
}

const isLocalSite = (publicUrl: string | undefined) =>
  publicUrl === undefined || isLoopbackHost(new URL(publicUrl).hostname);
