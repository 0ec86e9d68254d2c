import type { Context } from 'hono';
import type { RateLimit } from '../../config/setting-values.ts';
import { type Field, type Inquiry, parseInquiry } from '../../inquiry/inquiry.ts';
import { type LimitedLog, limitLog, type Log } from '../../log/limit-log.ts';
import type { Metrics } from '../../observability/metrics.ts';
import {
  findRepeat,
  type Receipt,
  type ReceiveDependencies,
  receiveInquiry,
} from '../../receive-inquiry/receive-inquiry.ts';
import { StoreUnavailable } from '../../store/store-errors.ts';
import { type PostError, postErrors } from '../post-errors.ts';
import { getClientNetworks } from '../rate-limit/client-network.ts';
import {
  createNetworkLimiter,
  createOverallLimiter,
  type LimitNetwork,
  type LimitOverall,
  type RateLimitRejection,
} from '../rate-limit/rate-limiter.ts';
import type { ReadResult } from '../read-post.ts';

export interface PostDependencies {
  /** Dependencies of the function that stores an inquiry. */
  receiveDependencies: ReceiveDependencies;
  log: Log;
  limits: PostLimits;
  /** Number of trusted proxies in front of this server. */
  trustedHops: number;
  metrics?: Pick<Metrics, 'inquiryRateLimited'> | undefined;
  /** Locale of the messages about fields (default: en-US). */
  locale?: string | undefined;
}

export type PostOutcome =
  | { outcome: 'stored'; receipt: Receipt }
  | {
      outcome: 'rejected';
      error: PostError;
      /** Posted values, if the error depends on them or on the store. */
      values?: unknown;
    };

/** Handles a post, of which `read` has the values. */
export type HandlePost = (context: Context, read: ReadResult<unknown>) => Promise<PostOutcome>;

/** Limits of posts and of their log lines. */
export interface PostLimits {
  limitNetwork: LimitNetwork;
  limitOverall: LimitOverall;
  storedLog: LimitedLog;
  networkLog: LimitedLog;
  errorLog: LimitedLog;
}

/**
 * Creates the limits of a server. They outlive its applications: the one that replaces another when the store
 * opens has the same. No posts are limited if `rateLimits` is empty.
 */
export function createPostLimits(rateLimits: readonly RateLimit[], log: Log): PostLimits {
  return {
    limitNetwork: createNetworkLimiter(rateLimits),
    limitOverall: createOverallLimiter(rateLimits),
    storedLog: limitLog(log),
    networkLog: limitLog(log),
    errorLog: limitLog(log),
  };
}

/**
 * Creates the handler of posted inquiries, which API and form share. Each post counts for its network,
 * valid or not, except one that another site sent or that is above a limit. Above a limit, only a repeat
 * of a stored inquiry gets its receipt: nothing is rendered, and nothing is stored.
 */
export function createPostHandler(dependencies: PostDependencies): HandlePost {
  return (context, read) => handlePost(dependencies, context, read);
}

async function handlePost(
  dependencies: PostDependencies,
  context: Context,
  read: ReadResult<unknown>,
): Promise<PostOutcome> {
  const { limits, trustedHops } = dependencies;
  if (!read.ok && read.error === postErrors.crossSite) return reject(read.error);
  const rejection = limits.limitNetwork(getClientNetworks(context, trustedHops));
  if (!read.ok) return rejection ? rejectLimited(dependencies, rejection) : reject(read.error);

  const values = read.value;
  const parsed = parseInquiry(values, { locale: dependencies.locale });
  if (!parsed.ok) {
    if (rejection) return rejectLimited(dependencies, rejection);
    return reject(createFieldError(parsed.fields), values);
  }

  const post = { inquiry: parsed.inquiry, values };
  if (rejection) return confirmRepeat(dependencies, post, rejection);
  return storeInquiry(dependencies, post);
}

interface ValidPost {
  inquiry: Inquiry;
  /** Values as they were posted. */
  values: unknown;
}

/** Stores an inquiry, unless all networks together are above their limit. */
async function storeInquiry(dependencies: PostDependencies, post: ValidPost): Promise<PostOutcome> {
  const { inquiry, values } = post;
  try {
    const rejection = await dependencies.limits.limitOverall(dependencies.receiveDependencies);
    if (rejection) return await confirmRepeat(dependencies, post, rejection);
    return confirm(dependencies, await receiveInquiry(dependencies.receiveDependencies, inquiry));
  } catch (error) {
    return reject(toPostError(dependencies, error), values);
  }
}

/** Confirms an inquiry above a limit if it is stored already, which costs one lookup. */
async function confirmRepeat(
  dependencies: PostDependencies,
  { inquiry, values }: ValidPost,
  rejection: RateLimitRejection,
): Promise<PostOutcome> {
  try {
    const receipt = await findRepeat(dependencies.receiveDependencies, inquiry);
    if (!receipt) return rejectLimited(dependencies, rejection);
    return confirm(dependencies, receipt);
  } catch (error) {
    return reject(toPostError(dependencies, error), values);
  }
}

function confirm({ log, limits }: PostDependencies, receipt: Receipt): PostOutcome {
  if (receipt.repeated) log.debug({ inquiry: receipt.id }, 'An inquiry was sent again');
  else limits.storedLog.info({ inquiry: receipt.id }, 'An inquiry was stored');
  return { outcome: 'stored', receipt };
}

/** Logs an error, and converts it to that of the response. */
function toPostError({ limits }: PostDependencies, error: unknown): PostError {
  if (error instanceof StoreUnavailable) {
    limits.errorLog.error({ err: error }, 'The store is not available');
    return postErrors.unavailable;
  }
  limits.errorLog.error({ fault: error }, 'A request failed');
  return postErrors.unexpected;
}

function rejectLimited(dependencies: PostDependencies, rejection: RateLimitRejection): PostOutcome {
  dependencies.metrics?.inquiryRateLimited({ isOverall: rejection.isOverall });
  if (rejection.isFirst) logLimit(dependencies, rejection);
  return reject(createLimitError(rejection));
}

function logLimit({ log, limits }: PostDependencies, rejection: RateLimitRejection) {
  const { isOverall, retryAfterSeconds } = rejection;
  const fields = { retryAfterSeconds };
  if (isOverall) log.warn(fields, 'Rate limit exceeded: rejecting inquiries from all networks');
  else limits.networkLog.warn(fields, 'Rate limit exceeded: rejecting inquiries from a network');
}

const reject = (error: PostError, values?: unknown): PostOutcome => ({
  outcome: 'rejected',
  error,
  values,
});

function createFieldError(fields: Partial<Record<Field, string>>): PostError {
  const messages = Object.entries(fields).map(([field, message]) => `${message} (${field})`);
  const error = `Please correct this and send it again: ${messages.join('; ')}.`;
  return { status: 422, audience: 'visitor', error, fields };
}

function createLimitError({ isOverall, retryAfterSeconds }: RateLimitRejection): PostError {
  const reason = isOverall
    ? 'We are receiving more inquiries than usual.'
    : 'Too many inquiries came from your network.';
  return {
    status: 429,
    audience: 'visitor',
    error: `${reason} Please send it again in ${retryAfterSeconds} s.`,
    headers: { 'retry-after': `${retryAfterSeconds}` },
    limit: isOverall ? 'all' : 'network',
    form: isOverall ? 'tooManyOverall' : 'tooMany',
    retryAfterSeconds,
  };
}
