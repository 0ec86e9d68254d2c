import type { RateLimit } from '../../config/setting-values.ts';
import { getWindowBounds, toIso } from '../../inquiry/format-time.ts';
import type { Store } from '../../store/store.ts';

export interface RateLimitRejection {
  retryAfterSeconds: number;
  /** The limit of all networks together was exceeded. */
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
 * rejected post does not count. Above `maxWindows`, all are forgotten, which bounds the memory: each
 * network may post again until its limit, and the limit of all networks stays. `monotonic` is in
 * milliseconds.
 */
export function createNetworkLimiter(
  limits: readonly RateLimit[],
  monotonic = () => performance.now(),
  maxWindows = 200_000,
): (clientNetworks: readonly string[]) => RateLimitRejection | undefined {
  /** Windows by network and limit. */
  const windows = new Map<string, Window>();

  return (clientNetworks) => {
    if (windows.size > maxWindows) windows.clear();
    const now = monotonic();
    const counting = clientNetworks.flatMap((network, index) =>
      limits.map((limit) => openWindow(network, limit, index === 0 ? 1 : widerFactor, now)),
    );
    const [full] = counting
      .filter(({ posts, maxPosts }) => posts >= maxPosts)
      .sort((one, other) => other.endsAt - one.endsAt);
    if (full) {
      const isFirst = !full.isExceeded;
      full.isExceeded = true;
      return { retryAfterSeconds: Math.ceil((full.endsAt - now) / 1000), isGlobal: false, isFirst };
    }
    for (const window of counting) window.posts += 1;
    return undefined;
  };

  function openWindow(network: string, { posts, seconds }: RateLimit, factor: number, now: number) {
    const key = `${network} ${seconds}`;
    const current = windows.get(key);
    if (current && now < current.endsAt) return current;
    const endsAt = now + seconds * 1000;
    const window: Window = { maxPosts: posts * factor, posts: 0, endsAt, isExceeded: false };
    windows.set(key, window);
    return window;
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
