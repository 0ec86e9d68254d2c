import type { Context } from 'hono';
import { isLoopbackHost } from '../../config/setting-values.ts';
import type { Log } from '../../observability/log.ts';
import { getClientNetworks, isForwarded, isLoopbackAddress } from './client-network.ts';
import type { RateLimiter, RateLimitRejection, Reservation, Reserve } from './rate-limiter.ts';

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

/**
 * Counts a submission, valid or not, in the limits of its networks. `key`: its idempotency key, whose
 * repeats are free. `reserve` counts it in the limits on stored inquiries.
 */
export async function checkSubmissionRateLimit(
  context: Context,
  dependencies: RateLimitDependencies,
  key: string | null,
): Promise<{ ok: true; reserve: Reserve } | RateLimitRejection> {
  const { submissionLimiter: limiter } = dependencies;
  if (!limiter) return { ok: true, reserve: async () => unlimited };
  const networks = getNetworks(context, dependencies);
  const result = await limiter.check(networks, key);
  return result.ok ? { ok: true, reserve: () => limiter.reserve(networks) } : result;
}

const unlimited: Reservation = { ok: true, release: async () => undefined };

/** Logs the first rejection in a window. */
export function reportRejection(
  { log, onRateLimited }: Pick<RateLimitDependencies, 'log' | 'onRateLimited'>,
  rejection: RateLimitRejection,
  what = 'inquiries',
): void {
  onRateLimited?.(rejection);
  const { isFirstRejection, retryAfterSeconds, isGlobal } = rejection;
  if (!isFirstRejection) return;
  const source = isGlobal ? 'all networks' : 'a network';
  log.warn({ retryAfterSeconds }, `Rate limit exceeded: rejecting ${what} from ${source}`);
}

/** Returns the networks of a request; none for a person at the machine of a local site. */
export function getNetworks(
  { env, req }: Context,
  { trustedHops = 0, publicUrl }: Pick<RateLimitDependencies, 'trustedHops' | 'publicUrl'>,
): string[] {
  const remoteAddress: string | undefined = env?.incoming?.socket.remoteAddress;
  const isPersonAtMachine =
    isLocalSite(publicUrl) &&
    isLoopbackAddress(remoteAddress) &&
    !isForwarded((name) => req.header(name));
  return isPersonAtMachine
    ? []
    : getClientNetworks(remoteAddress, req.header('x-forwarded-for'), trustedHops);
}

const isLocalSite = (publicUrl: string | undefined) =>
  publicUrl === undefined || isLoopbackHost(new URL(publicUrl).hostname);
