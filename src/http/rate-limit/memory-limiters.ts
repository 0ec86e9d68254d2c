import {
  type IRateLimiterOptions,
  type RateLimiterAbstract,
  RateLimiterMemory,
} from 'rate-limiter-flexible';

export type CreateLimiter = (options: IRateLimiterOptions) => RateLimiterAbstract;

/** They take about 100 MB. */
const defaultMaxCounters = 100_000;

/**
 * Creates limiters that count in this process, and together keep at most `maxCounters` counters: the
 * least recently used are forgotten first.
 */
export function createMemoryLimiters(maxCounters: number = defaultMaxCounters): CreateLimiter {
  /** Limiters by the key of each counter, the least recently used first. */
  const counters = new Map<string, RateLimiterAbstract>();
  // Kept, because a new iterator passes all deleted entries again.
  const oldestFirst = counters.entries();

  return (options) => {
    const limiter = new RateLimiterMemory(options);
    const consume = limiter.consume.bind(limiter);
    limiter.consume = (key, ...rest) => {
      const counter = limiter.getKey(key);
      counters.delete(counter);
      counters.set(counter, limiter);
      if (counters.size > maxCounters) forgetOldest();
      return consume(key, ...rest);
    };
    return limiter;
  };

  function forgetOldest() {
    const { value: oldest } = oldestFirst.next();
    if (!oldest) return;
    const [counter, limiter] = oldest;
    counters.delete(counter);
    void limiter.delete(limiter.parseKey(counter));
  }
}
