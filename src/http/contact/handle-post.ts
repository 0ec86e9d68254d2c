import type { Context } from 'hono';
import type { RateLimit } from '../../config/setting-values.ts';
import { parseInquiry } from '../../inquiry/inquiry.ts';
import { limitLog, type Log } from '../../jobs/log.ts';
import type { Metrics } from '../../observability/metrics.ts';
import {
  findRepeat,
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
import type { PostRejection } from '../read-post.ts';
import { type ContactError, contactErrors } from './contact-errors.ts';

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
export type Post =
  { ok: true; values: unknown } | { ok: false; reason: PostRejection | 'invalidJson' };

export type HandlePost = ReturnType<typeof createPostHandler>;

/**
 * Creates the handling of a posted inquiry that API and form share. Each post counts for its network,
 * valid or not, except one that another site sent. Above a limit, only a repeat of a stored inquiry gets
 * its receipt.
 */
export function createPostHandler(dependencies: ContactDependencies) {
  const { rateLimits, trustedHops, metrics, log } = dependencies;
  const limitNetwork = createNetworkLimiter(rateLimits);
  const limitAll = createGlobalLimiter(rateLimits, dependencies);
  const storedLog = limitLog(log);
  const networkLog = limitLog(log);
  const errorLog = limitLog(log);

  return async (context: Context, post: Post): Promise<Receipt | ContactError> => {
    if (!post.ok && post.reason === 'crossSite') return contactErrors.crossSite;
    const limited = limitNetwork(getClientNetworks(context, trustedHops));
    const parsed = post.ok ? parseInquiry(post.values) : post;
    if (!parsed.ok) {
      if (limited) return rejectLimited(limited);
      if ('reason' in parsed) return contactErrors[parsed.reason];
      const { fields } = parsed;
      const messages = Object.entries(fields).map(([field, message]) => `${message} (${field})`);
      const error = `Please correct this and send it again: ${messages.join('; ')}.`;
      return { status: 422, error, fields };
    }
    const { inquiry } = parsed;
    try {
      const rejection = limited ?? (await limitAll());
      if (rejection) {
        const earlier = await findRepeat(dependencies, inquiry);
        return earlier ?? rejectLimited(rejection);
      }
      const receipt = await receiveInquiry(dependencies, inquiry);
      if (receipt.repeated) log.debug({ inquiry: receipt.id }, 'An inquiry was sent again');
      else storedLog.info({ inquiry: receipt.id }, 'An inquiry was stored');
      return receipt;
    } catch (error) {
      const isUnavailable = error instanceof StoreUnavailable;
      if (isUnavailable) errorLog.error({ err: error }, 'The store is not available');
      else errorLog.error({ fault: error }, 'A request failed');
      return contactErrors[isUnavailable ? 'unavailable' : 'unexpected'];
    }
  };

  function rejectLimited({ isFirst, isGlobal, retryAfterSeconds }: RateLimitRejection) {
    metrics?.inquiryRateLimited({ isGlobal });
    if (isFirst) {
      const [sourceLog, source] = isGlobal ? [log, 'all networks'] : [networkLog, 'a network'];
      const text = `Rate limit exceeded: rejecting inquiries from ${source}`;
      sourceLog.warn({ retryAfterSeconds }, text);
    }
    const reason = isGlobal
      ? 'We are receiving more inquiries than usual.'
      : 'Too many inquiries came from your network.';
    return {
      status: 429,
      error: `${reason} Please send it again in ${retryAfterSeconds} s.`,
      headers: { 'retry-after': `${retryAfterSeconds}` },
      limit: isGlobal ? 'all' : 'network',
      form: isGlobal ? 'busy' : 'tooMany',
      retryAfterSeconds,
    } satisfies ContactError;
  }
}
