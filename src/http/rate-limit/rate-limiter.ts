import type { RateLimit } from '../../config/setting-values.ts';
import type { ExceededLimit } from '../../inquiry/form-errors.ts';
import { findNthNewestArrival } from '../../store/inquiries/list-inquiries.ts';
import type { Store } from '../../store/store.ts';
import { type EpochMs, getRecentTimes, toIso } from '../../text/format-time.ts';
import { maxCountedWindows, overallFactor, widerNetworkFactor } from '../request-limits.ts';

export interface RateLimitRejection {
  retryAfterSeconds: number;
  limit: ExceededLimit;
  /** True for the first rejection in this window. */
  isFirst: boolean;
}

/** Counts a post. Returns a rejection if the limit of one of the client's networks is reached. */
export type LimitNetwork = (clientNetworks: readonly string[]) => RateLimitRejection | undefined;

/** Returns a rejection if the limit of all networks together is reached. */
export type LimitOverall = (counted: CountedStore) => Promise<RateLimitRejection | undefined>;

interface CountedStore {
  store: Store;
  clock: () => EpochMs;
}

interface Window {
  /** Number of posts that this limit has not rejected. */
  posts: number;
  /** Monotonic time in milliseconds. */
  endMs: number;
  isExceeded: boolean;
}

/** A network and one of its limits, for which a post counts. */
interface Count {
  /** Key of the window. */
  key: string;
  maxPosts: number;
  windowMs: number;
}

/**
 * Creates the limiter that counts the posts of a client's networks in this process, in fixed
 * windows. A rejected post neither counts nor opens a window. At `maxWindows`, forgets the half
 * that began first, which bounds the memory. Their networks get new windows; the limit of all
 * networks still applies. `monotonic` is in milliseconds.
 */
export function createNetworkLimiter(
  limits: readonly RateLimit[],
  monotonic = () => performance.now(),
  maxWindows = maxCountedWindows,
): LimitNetwork {
  const windows = new CountedWindows(maxWindows);
  return (clientNetworks) => countPost(windows, listCounts(clientNetworks, limits), monotonic());
}

/** Lists the limits for which a post counts. The wider networks of a client have higher ones. */
function listCounts(clientNetworks: readonly string[], limits: readonly RateLimit[]): Count[] {
  return clientNetworks.flatMap((network, index) => {
    const factor = index === 0 ? 1 : widerNetworkFactor;
    return limits.map((limit) => createCount(network, limit, factor));
  });
}

const createCount = (network: string, { posts, seconds }: RateLimit, factor: number): Count => ({
  key: `${network} ${seconds}`,
  maxPosts: posts * factor,
  windowMs: seconds * 1000,
});

function countPost(
  windows: CountedWindows,
  counts: readonly Count[],
  monotonicNow: number,
): RateLimitRejection | undefined {
  const full = findLastFullWindow(windows, counts, monotonicNow);
  if (full) {
    const isFirst = !full.isExceeded;
    full.isExceeded = true;
    const retryAfterSeconds = Math.ceil((full.endMs - monotonicNow) / 1000);
    return { retryAfterSeconds, limit: 'tooMany', isFirst };
  }
  for (const { key, windowMs } of counts) {
    const window = windows.find(key, monotonicNow) ?? windows.open(key, monotonicNow + windowMs);
    window.posts += 1;
  }
  return undefined;
}

/** Returns the full window that ends last: the client has to wait for its end. */
function findLastFullWindow(
  windows: CountedWindows,
  counts: readonly Count[],
  monotonicNow: number,
) {
  let last: Window | undefined;
  for (const { key, maxPosts } of counts) {
    const window = windows.find(key, monotonicNow);
    if (!window || window.posts < maxPosts) continue;
    if (!last || window.endMs > last.endMs) last = window;
  }
  return last;
}

/** Windows by network and limit, in two halves by age. */
class CountedWindows {
  readonly #maxWindows: number;
  #newer = new Map<string, Window>();
  #older = new Map<string, Window>();

  constructor(maxWindows: number) {
    this.#maxWindows = maxWindows;
  }

  /** Returns the window of `key` that is open at `monotonicNow`. */
  find(key: string, monotonicNow: number): Window | undefined {
    const window = this.#newer.get(key) ?? this.#older.get(key);
    return window && monotonicNow < window.endMs ? window : undefined;
  }

  open(key: string, endMs: number): Window {
    // Drop half of them at once: to find its first entry, a map searches those that were deleted.
    if (this.#newer.size >= this.#maxWindows / 2) {
      this.#older = this.#newer;
      this.#newer = new Map();
    }
    const window: Window = { posts: 0, endMs, isExceeded: false };
    this.#newer.set(key, window);
    return window;
  }
}

/**
 * Creates the limiter of all networks together. It counts the inquiries that all servers stored in
 * the shortest window; in a window of a day, a few hundred addresses could close the form for
 * everybody. `monotonic` is in milliseconds of a clock that never jumps.
 */
export function createOverallLimiter(
  limits: readonly RateLimit[],
  monotonic = () => performance.now(),
): LimitOverall {
  const [shortest] = limits;
  /** Monotonic time in milliseconds: a wall clock that was ahead would silence later reports. */
  let reportedUntilMs = 0;

  return async ({ store, clock }) => {
    if (!shortest) return undefined;
    const now = clock();
    const windowMs = shortest.seconds * 1000;
    const recent = getRecentTimes(toIso(now), windowMs);
    const oldestCounted = await findNthNewestArrival(store, recent, shortest.posts * overallFactor);
    if (oldestCounted === undefined) return undefined;
    const monotonicNow = monotonic();
    const isFirst = monotonicNow >= reportedUntilMs;
    if (isFirst) reportedUntilMs = monotonicNow + windowMs;
    const waitMs = Date.parse(oldestCounted) + windowMs - now;
    return { retryAfterSeconds: Math.ceil(waitMs / 1000), limit: 'tooManyOverall', isFirst };
  };
}
