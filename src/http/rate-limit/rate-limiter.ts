import type { RateLimit } from '../../config/setting-values.ts';
import { getWindowBounds, toIso } from '../../inquiry/format-time.ts';
import type { Store } from '../../store/store.ts';

export interface RateLimitRejection {
  retryAfterSeconds: number;
  /** By the limit of all networks together. */
  isGlobal: boolean;
  /** The first in this window. */
  isFirst: boolean;
}

interface Window {
  maxPosts: number;
  /** Number of posts that were not rejected. */
  posts: number;
  endsAt: number;
  isExceeded: boolean;
}

/** Limit of a network with smaller ones in it, as a multiple of theirs. */
const widerFactor = 4;

/**
 * Creates the limiter that counts the posts of a client's networks in this process, in fixed windows. A
 * rejected post does not count. Above `maxNetworks`, all are forgotten, which bounds the memory: each may
 * post again until its limit, and the limit of all networks stays. `monotonic` is in milliseconds.
 */
export function createNetworkLimiter(
  limits: readonly RateLimit[],
  monotonic = () => performance.now(),
  maxNetworks = 100_000,
): (clientNetworks: readonly string[]) => RateLimitRejection | undefined {
  /** Windows of each network, one for each limit. */
  const networks = new Map<string, Window[]>();

  return (clientNetworks) => {
    if (limits.length === 0) return undefined;
    if (networks.size > maxNetworks) networks.clear();
    const now = monotonic();
    const windows = clientNetworks.flatMap((network, index) =>
      openWindows(network, index === 0 ? 1 : widerFactor, now),
    );
    const [full] = windows
      .filter(({ posts, maxPosts }) => posts >= maxPosts)
      .sort((one, other) => other.endsAt - one.endsAt);
    if (full) {
      const isFirst = !full.isExceeded;
      full.isExceeded = true;
      return { retryAfterSeconds: Math.ceil((full.endsAt - now) / 1000), isGlobal: false, isFirst };
    }
    for (const window of windows) window.posts += 1;
    return undefined;
  };

  function openWindows(network: string, factor: number, now: number): Window[] {
    const earlier = networks.get(network);
    const windows = limits.map(({ posts, seconds }, index) => {
      const window = earlier?.[index];
      if (window && now < window.endsAt) return window;
      const endsAt = now + seconds * 1000;
      return { maxPosts: posts * factor, posts: 0, endsAt, isExceeded: false };
    });
    networks.set(network, windows);
    return windows;
  }
}

/** Limit of all networks together, as a multiple of one network's. */
const globalFactor = 30;

/**
 * Creates the limiter of all networks together, which counts the inquiries that were stored on all
 * servers in the shortest window: over a day, a few hundred addresses could close the form for all.
 */
export function createGlobalLimiter(
  [shortest]: readonly RateLimit[],
  { store, clock }: { store: Store; clock: () => number },
) {
  let reportedUntil = 0;

  return async (): Promise<RateLimitRejection | undefined> => {
    if (!shortest) return undefined;
    const now = clock();
    const windowMs = shortest.seconds * 1000;
    const [since, until] = getWindowBounds(toIso(now), windowMs);
    const oldestCounted = await store.db
      .selectFrom('inquiries')
      .select('receivedAt')
      .where('receivedAt', '>', since)
      .where('receivedAt', '<', until)
      .orderBy('receivedAt', 'desc')
      .offset(shortest.posts * globalFactor - 1)
      .limit(1)
      .executeTakeFirst();
    if (!oldestCounted) return undefined;
    const isFirst = now >= reportedUntil;
    if (isFirst) reportedUntil = now + windowMs;
    const endsAt = Date.parse(oldestCounted.receivedAt) + windowMs;
    return { retryAfterSeconds: Math.ceil((endsAt - now) / 1000), isGlobal: true, isFirst };
  };
}
