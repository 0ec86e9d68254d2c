import type { RateLimitRejection } from '../rate-limit/rate-limiter.ts';
import type { ContactRejection } from './handle-post.ts';

/** Error response to a post, of the API and of the form without script. */
export interface ContactError {
  status: number;
  /** Message with the next step. */
  error: string;
  headers?: Record<string, string>;
}

const retryAfter = (seconds: number) => ({ 'retry-after': String(seconds) });

export const contactErrors = {
  invalidJson: {
    status: 400,
    error: 'The body is not valid JSON in UTF-8. Correct it and send it again.',
  },
  malformed: {
    status: 400,
    error: 'The body is incomplete or not valid UTF-8. Correct it and send it again.',
  },
  invalidKey: {
    status: 400,
    error:
      'Idempotency-Key has to be 1 to 255 visible ASCII characters. Correct it or leave it out.',
  },
  busy: {
    status: 503,
    error: 'We are receiving more inquiries than usual. Please send it again in a few seconds.',
    headers: retryAfter(5),
  },
  crossSite: {
    status: 403,
    error: 'This inquiry came from another site. Please send it from our contact page.',
  },
  methodNotAllowed: {
    status: 405,
    error: 'This address takes inquiries only. Send one with POST.',
    headers: { allow: 'POST' },
  },
  tooLarge: {
    status: 413,
    error: 'This inquiry is larger than 64 KiB. Please shorten it and send it again.',
  },
  compressed: {
    status: 415,
    error: 'A compressed body is not understood here. Send the inquiry without Content-Encoding.',
  },
  keyReused: {
    status: 422,
    error: 'This Idempotency-Key stands for another inquiry. Send this one with a new key.',
  },
  unexpected: {
    status: 500,
    error: 'Something went wrong on our side. Please send your inquiry again.',
  },
  unavailable: {
    status: 503,
    error: 'We cannot store inquiries at the moment. Please send it again in a few seconds.',
    headers: retryAfter(5),
  },
} satisfies Record<string, ContactError>;

/** `mediaType`: the expected type. */
export const toContactError = (reason: ContactRejection, mediaType: string): ContactError =>
  reason === 'wrongType'
    ? {
        status: 415,
        error: `Send the inquiry as ${mediaType}: that is the Content-Type understood here.`,
      }
    : contactErrors[reason];

export function toRateLimitError({ isGlobal, retryAfterSeconds }: RateLimitRejection) {
  const reason = isGlobal
    ? 'We are receiving more inquiries than usual.'
    : 'Too many inquiries came from your network.';
  return {
    status: 429,
    error: `${reason} Please send it again in ${retryAfterSeconds} s.`,
    headers: retryAfter(retryAfterSeconds),
  } satisfies ContactError;
}
