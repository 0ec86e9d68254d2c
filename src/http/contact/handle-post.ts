import type { Context } from 'hono';
import type { RateLimit } from '../../config/setting-values.ts';
import { parseInquiry } from '../../inquiry/inquiry.ts';
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
import {
  type ContactError,
  contactErrors,
  type ContactRejection,
  toFieldsError,
  toRateLimitError,
} from './contact-errors.ts';

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

/** The values that were posted, or why they cannot be read. */
export type Post = { ok: true; values: unknown } | { ok: false; reason: ContactRejection };

export type PostResult =
  | { ok: true; receipt: Extract<Receipt, { outcome: 'stored' }> }
  | { ok: false; error: ContactError };

/** `keys`: the first one that belongs to no other inquiry counts. */
export type HandlePost = (
  context: Context,
  post: Post,
  keys: readonly IdempotencyKey[],
) => Promise<PostResult>;

/**
 * Creates the handling of a posted inquiry that API and form share. Each post counts for its network,
 * valid or not, except one that another site sent. Above a limit, only a repeat of a stored inquiry gets
 * its receipt.
 */
export function createPostHandler(dependencies: ContactDependencies): HandlePost {
  const { rateLimits, trustedHops, metrics, log } = dependencies;
  const limitNetwork = createNetworkLimiter(rateLimits);
  const limitAll = createGlobalLimiter(rateLimits, dependencies);
  const isLogged = createLogLimit();
  const isWarned = createLogLimit();
  const isErrorLogged = createLogLimit();

  return async (context, post, keys) => {
    if (!post.ok && post.reason === 'crossSite') return reject(contactErrors.crossSite);
    const limited = limitNetwork(getClientNetworks(context, trustedHops));
    const parsed = post.ok ? parseInquiry(post.values) : post;
    if (!parsed.ok) {
      if (limited) return rejectLimited(limited);
      return reject(
        'reason' in parsed ? contactErrors[parsed.reason] : toFieldsError(parsed.fields),
      );
    }
    const { inquiry } = parsed;
    try {
      const rejection = limited ?? (await limitAll());
      const receipt = await tryKeys(keys, async (key) =>
        rejection
          ? key && (await findRepeat(dependencies, inquiry, key))
          : await receiveInquiry(dependencies, inquiry, key),
      );
      return receipt ? report(receipt) : rejectLimited(rejection as RateLimitRejection);
    } catch (error) {
      const isUnavailable = error instanceof StoreUnavailable;
      if (isErrorLogged()) {
        if (isUnavailable) log.error({ err: error }, 'The store is not available');
        else log.error({ fault: error }, 'A request failed');
      }
      return reject(contactErrors[isUnavailable ? 'unavailable' : 'unexpected']);
    }
  };

  function report(receipt: Receipt): PostResult {
    if (receipt.outcome === 'key-reused') return reject(contactErrors.keyReused);
    const { id: inquiry, repeated } = receipt;
    if (repeated) log.debug({ inquiry }, 'An inquiry was sent again');
    else log[isLogged() ? 'info' : 'debug']({ inquiry }, 'An inquiry was stored');
    return { ok: true, receipt };
  }

  function rejectLimited(rejection: RateLimitRejection): PostResult {
    metrics?.inquiryRateLimited(rejection);
    const { isFirst, isGlobal, retryAfterSeconds } = rejection;
    if (isFirst && (isGlobal || isWarned())) {
      const source = isGlobal ? 'all networks' : 'a network';
      log.warn({ retryAfterSeconds }, `Rate limit exceeded: rejecting inquiries from ${source}`);
    }
    return reject(toRateLimitError(rejection));
  }
}

const reject = (error: ContactError): PostResult => ({ ok: false, error });

/** Tries one key after the other until one belongs to no other inquiry. Without keys, tries once. */
async function tryKeys<Result extends Receipt | undefined>(
  [key, ...others]: readonly IdempotencyKey[],
  attempt: (key: IdempotencyKey | undefined) => Promise<Result>,
): Promise<Result> {
  const result = await attempt(key);
  return result?.outcome === 'key-reused' && others.length ? tryKeys(others, attempt) : result;
}
