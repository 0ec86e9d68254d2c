import type { Context } from 'hono';
import type { RateLimit } from '../../config/setting-values.ts';
import type { ExceededLimit } from '../../inquiry/form-errors.ts';
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
import type { ReadResult } from '../request/read-post.ts';

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

/** `Values`: type of the posted values. */
export type PostOutcome<Values = unknown> =
  | { outcome: 'stored'; receipt: Receipt }
  | {
      outcome: 'rejected';
      error: PostError;
      /** Posted values, if the error depends on them or on the store. */
      values?: Values | undefined;
    };

/** Handles a post, whose values are in `read`. */
export type HandlePost = <Values>(
  context: Context,
  read: ReadResult<Values>,
) => Promise<PostOutcome<Values>>;

/** Limits of posts and of their log lines. */
export interface PostLimits {
  limitNetwork: LimitNetwork;
  limitOverall: LimitOverall;
  storedLog: LimitedLog;
  networkLog: LimitedLog;
  errorLog: LimitedLog;
}

/**
 * Creates the limits of a server. They outlive its application, which is replaced when the store
 * opens. If `rateLimits` is empty, no posts are limited.
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
 * Creates the handler of posted inquiries, which API and form share. Each post, valid or not,
 * counts for its network, except one from another site or above a limit. Above a limit, only a
 * repeat of a stored inquiry gets its receipt; otherwise nothing is rendered or stored.
 */
export function createPostHandler(dependencies: PostDependencies): HandlePost {
  const handler = new PostHandler(dependencies);
  return (context, read) => handler.handle(context, read);
}

class PostHandler {
  readonly #dependencies: PostDependencies;

  constructor(dependencies: PostDependencies) {
    this.#dependencies = dependencies;
  }

  async handle<Values>(context: Context, read: ReadResult<Values>): Promise<PostOutcome<Values>> {
    if (!read.ok && read.error.countsForLimit === false) return reject(read.error);
    const { limits, trustedHops, locale } = this.#dependencies;
    const rejection = limits.limitNetwork(getClientNetworks(context, trustedHops));
    if (!read.ok) return rejection ? this.#rejectLimited(rejection) : reject(read.error);

    const values = read.value;
    const parsed = parseInquiry(values, { locale });
    if (!parsed.ok) {
      if (rejection) return this.#rejectLimited(rejection);
      return reject(createFieldError(parsed.fields), values);
    }

    try {
      if (rejection) return await this.#confirmRepeat(parsed.inquiry, rejection);
      return await this.#store(parsed.inquiry);
    } catch (error) {
      return reject(this.#toPostError(error), values);
    }
  }

  /** Stores an inquiry, unless all networks together are above their limit. */
  async #store(inquiry: Inquiry): Promise<PostOutcome<never>> {
    const { limits, receiveDependencies } = this.#dependencies;
    const rejection = await limits.limitOverall(receiveDependencies);
    if (rejection) return this.#confirmRepeat(inquiry, rejection);
    return this.#confirm(await receiveInquiry(receiveDependencies, inquiry));
  }

  /**
   * Handles an inquiry above a limit: confirms it if it is stored already, which costs one lookup.
   */
  async #confirmRepeat(
    inquiry: Inquiry,
    rejection: RateLimitRejection,
  ): Promise<PostOutcome<never>> {
    const receipt = await findRepeat(this.#dependencies.receiveDependencies, inquiry);
    return receipt ? this.#confirm(receipt) : this.#rejectLimited(rejection);
  }

  #confirm(receipt: Receipt): PostOutcome<never> {
    const { log, limits } = this.#dependencies;
    const fields = { inquiry: receipt.id };
    if (receipt.repeated) log.debug(fields, 'An inquiry was sent again');
    else limits.storedLog.info(fields, 'An inquiry was stored');
    return { outcome: 'stored', receipt };
  }

  #rejectLimited(rejection: RateLimitRejection): PostOutcome<never> {
    this.#dependencies.metrics?.inquiryRateLimited(rejection.limit);
    if (rejection.isFirst) this.#logLimit(rejection);
    return reject(createLimitError(rejection));
  }

  #logLimit({ limit, retryAfterSeconds }: RateLimitRejection) {
    const { log, limits } = this.#dependencies;
    const fields = { retryAfterSeconds };
    if (limit === 'tooManyOverall') {
      log.warn(fields, 'Rate limit exceeded: rejecting inquiries from all networks');
    } else {
      limits.networkLog.warn(fields, 'Rate limit exceeded: rejecting inquiries from a network');
    }
  }

  /** Logs an error, and converts it to that of the response. */
  #toPostError(error: unknown): PostError {
    const { errorLog } = this.#dependencies.limits;
    if (error instanceof StoreUnavailable) {
      errorLog.error({ err: error }, 'The store is not available');
      return postErrors.unavailable;
    }
    errorLog.error({ fault: error }, 'A request failed');
    return postErrors.unexpected;
  }
}

function reject<Values>(error: PostError, values?: Values): PostOutcome<Values> {
  return { outcome: 'rejected', error, values };
}

function createFieldError(fields: Partial<Record<Field, string>>): PostError {
  const messages = Object.entries(fields).map(([field, message]) => `${message} (${field})`);
  const error = `Please correct this and send it again: ${messages.join('; ')}.`;
  return { status: 422, audience: 'visitor', error, fields };
}

const limitTexts: Record<ExceededLimit, string> = {
  tooMany: 'Too many inquiries came from your network.',
  tooManyOverall: 'We are receiving more inquiries than usual.',
};

function createLimitError({ limit, retryAfterSeconds }: RateLimitRejection): PostError {
  const reason = limitTexts[limit];
  return {
    status: 429,
    audience: 'visitor',
    error: `${reason} Please send it again in ${retryAfterSeconds} s.`,
    headers: { 'retry-after': `${retryAfterSeconds}` },
    form: limit,
    retryAfterSeconds,
  };
}
