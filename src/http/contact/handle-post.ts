import type { Context } from 'hono';
import type { RateLimit } from '../../config/setting-values.ts';
import { type Field, parseInquiry } from '../../inquiry/inquiry.ts';
import { createLogLimit } from '../../jobs/log-limit.ts';
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
import { getClientNetworks } from '../rate-limit/client-network.ts';
import {
  createGlobalLimiter,
  createNetworkLimiter,
  type RateLimitRejection,
} from '../rate-limit/rate-limiter.ts';
import { isBodyRejection } from '../read-body.ts';
import type { PostRejection } from '../read-post.ts';

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

/** `keys`: the first one that belongs to no other inquiry counts. */
export type Post =
  | { ok: true; values: unknown; keys: readonly IdempotencyKey[] }
  | { ok: false; reason: PostRejection };

export type ContactRejection = PostRejection | 'keyReused' | 'unavailable' | 'unexpected';

export type PostOutcome =
  | Extract<Receipt, { outcome: 'stored' }>
  | { outcome: 'rejected'; reason: ContactRejection }
  | { outcome: 'invalid'; fields: Partial<Record<Field, string>> }
  | { outcome: 'rate-limited'; rejection: RateLimitRejection };

export type HandlePost = (context: Context, post: Post) => Promise<PostOutcome>;

/**
 * Creates the handling of a posted inquiry that API and form share. Each post counts for its network,
 * valid or not, except one that another site may have sent. Above a limit, only a repeat of a stored
 * inquiry gets its receipt.
 */
export function createPostHandler(dependencies: ContactDependencies): HandlePost {
  const { rateLimits, trustedHops, metrics, log } = dependencies;
  const limitNetwork = createNetworkLimiter(rateLimits);
  const limitAll = createGlobalLimiter(rateLimits, dependencies);
  const isLogged = createLogLimit();
  const isWarned = createLogLimit();

  return async (context, post) => {
    if (!post.ok && !isBodyRejection(post.reason))
      return { outcome: 'rejected', reason: post.reason };
    const limited = limitNetwork(getClientNetworks(context, trustedHops));
    if (!post.ok) return limited ? reject(limited) : { outcome: 'rejected', reason: post.reason };
    const parsed = parseInquiry(post.values);
    if (!parsed.ok)
      return limited ? reject(limited) : { outcome: 'invalid', fields: parsed.fields };
    const { inquiry } = parsed;
    try {
      const rejection = limited ?? (await limitAll());
      const receipt = await tryKeys(post.keys, async (key) =>
        rejection
          ? key && (await findRepeat(dependencies, inquiry, key))
          : await receiveInquiry(dependencies, inquiry, key),
      );
      return receipt ? report(receipt) : reject(rejection as RateLimitRejection);
    } catch (error) {
      if (!(error instanceof StoreUnavailable)) {
        log.error({ fault: error }, 'A request failed');
        return { outcome: 'rejected', reason: 'unexpected' };
      }
      log.error({ err: error }, 'The store is not available');
      return { outcome: 'rejected', reason: 'unavailable' };
    }
  };

  function report(receipt: Receipt): PostOutcome {
    if (receipt.outcome === 'key-reused') return { outcome: 'rejected', reason: 'keyReused' };
    const { id: inquiry, repeated } = receipt;
    if (repeated) log.debug({ inquiry }, 'An inquiry was sent again');
    else log[isLogged() ? 'info' : 'debug']({ inquiry }, 'An inquiry was stored');
    return receipt;
  }

  function reject(rejection: RateLimitRejection): PostOutcome {
    metrics?.inquiryRateLimited(rejection);
    const { isFirst, isGlobal, retryAfterSeconds } = rejection;
    if (isFirst && (isGlobal || isWarned())) {
      const source = isGlobal ? 'all networks' : 'a network';
      log.warn({ retryAfterSeconds }, `Rate limit exceeded: rejecting inquiries from ${source}`);
    }
    return { outcome: 'rate-limited', rejection };
  }
}

/** Tries one key after the other until one belongs to no other inquiry. Without keys, tries once. */
async function tryKeys<Result extends Receipt | undefined>(
  [key, ...others]: readonly IdempotencyKey[],
  attempt: (key: IdempotencyKey | undefined) => Promise<Result>,
): Promise<Result> {
  const result = await attempt(key);
  return result?.outcome === 'key-reused' && others.length ? tryKeys(others, attempt) : result;
}
