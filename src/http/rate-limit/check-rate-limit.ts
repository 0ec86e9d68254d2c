import type { Context } from 'hono';
import type { Log } from '../../observability/log.ts';
import { getClientNetwork } from './client-network.ts';
import type { RateLimiter, RateLimitResult } from './rate-limiter.ts';

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
