import type { Context } from 'hono';
import type { RateLimit } from '../../config/setting-values.ts';
import { type Field, type Inquiry, parseInquiry } from '../../inquiry/inquiry.ts';
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

/** A post whose body is not parsed yet. */
export interface UnparsedPost {
  /** Reason for which its headers or its size reject it. */
  rejection: PostRejection | undefined;
  /** Parses the body, within bounds. Not called after a `rejection`. */
  parse(): ParsedPost;
}

export type ParsedPost =
  | { ok: true; values: unknown }
  | { ok: false; reason: PostRejection | 'invalidJson' | 'tooComplex' };

export type PostOutcome =
  | { outcome: 'stored'; receipt: Receipt }
  | {
      outcome: 'rejected';
      error: ContactError;
      /** Posted values, if the error depends on them or on the store. */
      values?: unknown;
    };

export type HandlePost = (context: Context, post: UnparsedPost) => Promise<PostOutcome>;

/**
 * Creates the handling of a posted inquiry that API and form share. Each post counts for its network,
 * valid or not, except one that another site sent or that is above a limit. Above a limit, only a repeat
 * of a stored inquiry gets its receipt: nothing is rendered, and nothing is stored.
 */
export function createPostHandler(dependencies: ContactDependencies): HandlePost {
  const { rateLimits, trustedHops, metrics, log } = dependencies;
  const limitNetwork = createNetworkLimiter(rateLimits);
  const limitAll = createGlobalLimiter(rateLimits, dependencies);
  const storedLog = limitLog(log);
  const networkLog = limitLog(log);
  const errorLog = limitLog(log);

  return async (context, post) => {
    if (post.rejection === 'crossSite') return reject(contactErrors.crossSite);
    const limit = limitNetwork(getClientNetworks(context, trustedHops));
    if (limit) return answerAboveLimit(post, limit);
    if (post.rejection) return reject(contactErrors[post.rejection]);
    const parsed = post.parse();
    if (!parsed.ok) return reject(contactErrors[parsed.reason]);
    return storeValues(parsed.values);
  };

  /** Answers a post of a network above its limit: a valid inquiry costs one lookup. */
  async function answerAboveLimit(
    post: UnparsedPost,
    limit: RateLimitRejection,
  ): Promise<PostOutcome> {
    if (post.rejection) return rejectLimited(limit);
    const parsed = post.parse();
    if (!parsed.ok) return rejectLimited(limit);
    const validated = parseInquiry(parsed.values);
    if (!validated.ok) return rejectLimited(limit);
    return answerRepeat(validated.inquiry, limit);
  }

  /** Stores what was posted if it is valid, unless all networks together are above their limit. */
  async function storeValues(values: unknown): Promise<PostOutcome> {
    const validated = parseInquiry(values);
    if (!validated.ok) return reject(createFieldError(validated.fields), values);
    try {
      const limit = await limitAll();
      if (limit) return await answerRepeat(validated.inquiry, limit);
      return confirm(await receiveInquiry(dependencies, validated.inquiry));
    } catch (error) {
      return reject(reportFailure(error), values);
    }
  }

  /** Answers an inquiry above a limit: with its receipt if it is stored already. */
  async function answerRepeat(inquiry: Inquiry, limit: RateLimitRejection): Promise<PostOutcome> {
    try {
      const receipt = await findRepeat(dependencies, inquiry);
      return receipt ? confirm(receipt) : rejectLimited(limit);
    } catch (error) {
      return reject(reportFailure(error));
    }
  }

  function confirm(receipt: Receipt): PostOutcome {
    if (receipt.repeated) log.debug({ inquiry: receipt.id }, 'An inquiry was sent again');
    else storedLog.info({ inquiry: receipt.id }, 'An inquiry was stored');
    return { outcome: 'stored', receipt };
  }

  function reportFailure(error: unknown): ContactError {
    if (error instanceof StoreUnavailable) {
      errorLog.error({ err: error }, 'The store is not available');
      return contactErrors.unavailable;
    }
    errorLog.error({ fault: error }, 'A request failed');
    return contactErrors.unexpected;
  }

  function rejectLimited(limit: RateLimitRejection): PostOutcome {
    metrics?.inquiryRateLimited({ isGlobal: limit.isGlobal });
    if (limit.isFirst) logLimit(limit);
    return reject(createLimitError(limit));
  }

  function logLimit({ isGlobal, retryAfterSeconds }: RateLimitRejection) {
    const fields = { retryAfterSeconds };
    if (isGlobal) {
      log.warn(fields, 'Rate limit exceeded: rejecting inquiries from all networks');
    } else {
      networkLog.warn(fields, 'Rate limit exceeded: rejecting inquiries from a network');
    }
  }
}

const reject = (error: ContactError, values?: unknown): PostOutcome => ({
  outcome: 'rejected',
  error,
  values,
});

function createFieldError(fields: Partial<Record<Field, string>>): ContactError {
  const messages = Object.entries(fields).map(([field, message]) => `${message} (${field})`);
  const error = `Please correct this and send it again: ${messages.join('; ')}.`;
  return { status: 422, audience: 'visitor', error, fields };
}

function createLimitError({ isGlobal, retryAfterSeconds }: RateLimitRejection): ContactError {
  const reason = isGlobal
    ? 'We are receiving more inquiries than usual.'
    : 'Too many inquiries came from your network.';
  return {
    status: 429,
    audience: 'visitor',
    error: `${reason} Please send it again in ${retryAfterSeconds} s.`,
    headers: { 'retry-after': `${retryAfterSeconds}` },
    limit: isGlobal ? 'all' : 'network',
    form: isGlobal ? 'busy' : 'tooMany',
    retryAfterSeconds,
  };
}
