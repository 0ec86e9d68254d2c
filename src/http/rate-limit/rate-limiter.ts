import type { RateLimit } from '../../config/setting-values.ts';
import { findNthNewestArrival } from '../../store/inquiries/list-inquiries.ts';
import type { Store } from '../../store/store.ts';
import { type EpochMs, getRecentTimes, toIso } from '../../text/format-time.ts';
import { maxCountedWindows, overallFactor, widerNetworkFactor } from '../request-limits.ts';

export interface RateLimitRejection {
  retryAfterSeconds: number;
  /** The limit of all networks together was exceeded. */
  isOverall: boolean;
  /** The first in this window. */
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
  /** Number of posts that were not rejected. */
  posts: number;
  /** Time of `monotonic`, in milliseconds. */
  endsAtMs: number;
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
 * Creates the limiter that counts the posts of a client's networks in this process, in fixed windows. A
 * rejected post neither counts nor opens a window. At `maxWindows`, the half that began first is forgotten,
 * which bounds the memory: its networks may post again until the limit, and the limit of all networks stays.
 * `monotonic` is in milliseconds.
 */
export function createNetworkLimiter(
  limits: readonly RateLimit[],
  monotonic = () => performance.now(),
  maxWindows = maxCountedWindows,
): LimitNetwork {
  const windows = new CountedWindows(maxWindows);
  return (clientNetworks) => countPost(windows, listCounts(clientNetworks, limits), monotonic());
}

/** Lists the limits for which a post counts: higher ones for the wider networks of a client. */
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
  now: number,
): RateLimitRejection | undefined {
  const full = findLastFullWindow(windows, counts, now);
  if (full) {
    const isFirst = !full.isExceeded;
    full.isExceeded = true;
    const retryAfterSeconds = Math.ceil((full.endsAtMs - now) / 1000);
    return { retryAfterSeconds, isOverall: false, isFirst };
  }
  for (const { key, windowMs } of counts) {
    const window = windows.find(key, now) ?? windows.open(key, now + windowMs);
    window.posts += 1;
  }
  return undefined;
}

/** Returns the full window that ends last, which the client has to wait for. */
function findLastFullWindow(windows: CountedWindows, counts: readonly Count[], now: number) {
  let last: Window | undefined;
  for (const { key, maxPosts } of counts) {
    const window = windows.find(key, now);
    if (!window || window.posts < maxPosts) continue;
    if (!last || window.endsAtMs > last.endsAtMs) last = window;
  }
  return last;
}

/** Windows by network and limit: the newer half, and the older one. */
class CountedWindows {
  readonly #maxWindows: number;
  #newer = new Map<string, Window>();
  #older = new Map<string, Window>();

  constructor(maxWindows: number) {
    this.#maxWindows = maxWindows;
  }

  /** Returns the window of `key` that is open at `now`. */
  find(key: string, now: number): Window | undefined {
    const window = this.#newer.get(key) ?? this.#older.get(key);
    return window && now < window.endsAtMs ? window : undefined;
  }

  open(key: string, endsAtMs: number): Window {
    // Drops half at once: to find its first entry, a map searches those that it has deleted.
    if (this.#newer.size >= this.#maxWindows / 2) {
      this.#older = this.#newer;
      this.#newer = new Map();
    }
    const window: Window = { posts: 0, endsAtMs, isExceeded: false };
    this.#newer.set(key, window);
    return window;
  }
}

/**
 * Creates the limiter of all networks together, which counts the inquiries that were stored on all
 * servers in the shortest window: over a day, a few hundred addresses could close the form for all.
 * `monotonic` is in milliseconds of a clock that does not jump.
 */
export function createOverallLimiter(
  limits: readonly RateLimit[],
  monotonic = () => performance.now(),
): LimitOverall {
  const [shortest] = limits;
  /** Time of `monotonic`, in milliseconds: a wall clock that was ahead would silence later reports. */
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
    return { retryAfterSeconds: Math.ceil(waitMs / 1000), isOverall: true, isFirst };
  };
}
