import type { Context } from 'hono';
import type { RateLimit } from '../../config/setting-values.ts';
import { type Field, parseInquiry } from '../../inquiry/inquiry.ts';
import type { Log } from '../../observability/log.ts';
import type { Metrics } from '../../observability/metrics.ts';
import {
  findRepeat,
  type IdempotencyKey,
  type Receipt,
  type ReceiveDependencies,
  receiveInquiry,
} from '../../receive-inquiry/receive-inquiry.ts';
import { StoreUnavailable } from '../../store/store-errors.ts';
import { getClientNetwork } from '../rate-limit/client-network.ts';
import {
  createGlobalLimiter,
  createNetworkLimiter,
  type RateLimitRejection,
} from '../rate-limit/rate-limiter.ts';

/** Accepts 1 to 255 visible ASCII characters. */
export const isCallerKey = (value: string): boolean => /^[!-~]{1,255}$/.test(value);

export interface ContactDependencies extends ReceiveDependencies {
  log: Log;
  /** The site's origin, such as https://www.example.com. */
  publicUrl: string | undefined;
  /** No limits if empty. */
  rateLimits: readonly RateLimit[];
  /** Number of trusted proxies in front of this server. */
  trustedHops: number;
  metrics?: Pick<Metrics, 'inquiryRateLimited'> | undefined;
}

export type PostResult =
  | Receipt
  | { outcome: 'invalid'; fields: Partial<Record<Field, string>> }
  | { outcome: 'rate-limited'; rejection: RateLimitRejection }
  | { outcome: 'unavailable' };

export type HandlePost = (
  context: Context,
  values: unknown,
  key: IdempotencyKey | undefined,
) => Promise<PostResult>;

/**
 * Creates the handling of a posted inquiry that API and form share. A repeat of a stored inquiry gets
 * its receipt. Any other post counts for its network, valid or not, and a valid one is stored.
 */
export function createPostHandler(dependencies: ContactDependencies): HandlePost {
  const { rateLimits, trustedHops, metrics, log } = dependencies;
  const limitNetwork = createNetworkLimiter(rateLimits);
  const limitAll = createGlobalLimiter(rateLimits, dependencies);

  return async (context, values, key) => {
    const parsed = parseInquiry(values);
    try {
      const repeat =
        parsed.ok && key ? await findRepeat(dependencies, parsed.inquiry, key) : undefined;
      if (repeat) return report(repeat);

      const network = getClientNetwork(context, trustedHops);
      const rejection = limitNetwork(network) ?? (parsed.ok ? await limitAll() : undefined);
      if (rejection) return reject(rejection);
      if (!parsed.ok) return { outcome: 'invalid', fields: parsed.fields };
      return report(await receiveInquiry(dependencies, parsed.inquiry, key));
    } catch (error) {
      if (!(error instanceof StoreUnavailable)) throw error;
      log.error({ err: error }, 'The store is not available');
      return { outcome: 'unavailable' };
    }
  };

  function report(receipt: Receipt) {
    if (receipt.outcome !== 'stored') return receipt;
    const inquiry = receipt.id;
    log.info({ inquiry }, receipt.repeated ? 'An inquiry was sent again' : 'An inquiry was stored');
    return receipt;
  }

  function reject(rejection: RateLimitRejection): PostResult {
    metrics?.inquiryRateLimited(rejection);
    const { isFirst, isGlobal, retryAfterSeconds } = rejection;
    if (isFirst) {
      const source = isGlobal ? 'all networks' : 'a network';
      log.warn({ retryAfterSeconds }, `Rate limit exceeded: rejecting inquiries from ${source}`);
    }
    return { outcome: 'rate-limited', rejection };
  }
}
