import type { Context } from 'hono';
import { type Field, parseInquiry } from '../../inquiry/inquiry.ts';
import {
  isCallerKey,
  type ReceiveDependencies,
  receiveInquiry,
} from '../../receive-inquiry/receive-inquiry.ts';
import { noStoreJson } from '../pages/negotiate.ts';
import {
  checkSubmissionRateLimit,
  type RateLimitDependencies,
  reportRejection,
} from '../rate-limit/limit-requests.ts';
import type { RateLimitRejection } from '../rate-limit/rate-limiter.ts';
import { createPostReader, type ReadPostDependencies } from '../read-post.ts';
import {
  type ContactError,
  contactErrors,
  toBodyError,
  toRateLimitError,
} from './contact-errors.ts';

export type ContactDependencies = ReceiveDependencies &
  ReadPostDependencies &
  RateLimitDependencies;

const mediaType = 'application/json';

/**
 * Handles every method of `/api/contact-form`. POST returns 201 with `{ id, receivedAt }` once the
 * inquiry is on disk, otherwise `{ error }` and, for an invalid inquiry, `fields`;
 * for a rate-limited one `limit`, `network` or `all`.
 */
export function contactApi(dependencies: ContactDependencies) {
  const readPost = createPostReader(mediaType, dependencies);
  return async (context: Context): Promise<Response> => {
    try {
      return await handleSubmission(context);
    } catch (error) {
      dependencies.log.error({ fault: error }, 'The contact API request failed');
      return rejectWith(contactErrors.unexpected);
    }
  };

  async function handleSubmission(context: Context): Promise<Response> {
    const request = context.req.raw;
    if (request.method !== 'POST') return rejectWith(contactErrors.methodNotAllowed);

    const post = await readPost(request);
    if (!post.ok) return rejectWith(toBodyError(post.reason, mediaType));
    const key = request.headers.get('idempotency-key');
    if (key !== null && !isCallerKey(key)) return rejectWith(contactErrors.invalidKey);
    const rateLimit = await checkSubmissionRateLimit(context, dependencies, key);
    if (!rateLimit.ok) return rejectRateLimited(rateLimit);
    const body = parseJson(post.text);
    if (body === undefined) return rejectWith(contactErrors.invalidJson);

    const parsed = parseInquiry(body);
    if (!parsed.ok)
      return rejectWith(
        { status: 422, error: describeFieldErrors(parsed.fields) },
        { fields: parsed.fields },
      );

    const submission = await receiveInquiry(
      dependencies,
      parsed.inquiry,
      key === null ? undefined : { kind: 'caller', value: key },
      await rateLimit.reserve(),
    );
    switch (submission.outcome) {
      case 'stored': {
        const { id, receivedAt } = submission;
        return noStoreJson(201, { id, receivedAt });
      }
      case 'key-reused':
        return rejectWith(contactErrors.keyReused);
      case 'unavailable':
        return rejectWith(contactErrors.unavailable);
      case 'rate-limited':
        return rejectRateLimited(submission.rejection);
    }
  }

  function rejectRateLimited(rejection: RateLimitRejection) {
    reportRejection(dependencies, rejection);
    const limit = rejection.isGlobal ? 'all' : 'network';
    return rejectWith(toRateLimitError(rejection), { limit });
  }
}

/** Undefined if invalid. */
function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const describeFieldErrors = (fields: Partial<Record<Field, string>>) =>
  `Please correct this and send it again: ${Object.entries(fields)
    .map(([field, message]) => `${message} (${field})`)
    .join('; ')}.`;

const rejectWith = ({ status, error, headers }: ContactError, details?: object) =>
  noStoreJson(status, { error, ...details }, headers);
