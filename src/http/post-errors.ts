import type { FormRejection } from '../inquiry/form-errors.ts';
import type { Field } from '../inquiry/inquiry.ts';

/**
 * Error in the response to a post. The API sends parts of it as JSON; the form shows its own text
 * for it.
 */
export interface PostError {
  status: number;
  /**
   * Who caused the error. A visitor sees it in the form; a program, or a page of another site, gets
   * plain text.
   */
  audience: 'visitor' | 'program';
  /** Message that names the next step. */
  error: string;
  headers?: Record<string, string>;
  fields?: Partial<Record<Field, string>>;
  /** Reason that the form shows to a visitor (default: `failed`). */
  form?: FormRejection;
  retryAfterSeconds?: number;
  /** False if the post does not count for the limit of its network (default: true). */
  countsForLimit?: boolean;
}

export const postErrors = {
  invalidJson: {
    status: 400,
    audience: 'program',
    error: 'The body is not valid JSON in UTF-8. Correct it and send it again.',
  },
  tooComplex: {
    status: 400,
    audience: 'program',
    error:
      'This JSON has too many levels or members. An inquiry is one object of texts. Send its fields only.',
  },
  malformed: {
    status: 400,
    audience: 'visitor',
    error: 'The body is incomplete or not valid UTF-8. Correct it and send it again.',
    form: 'failed',
  },
  overloaded: {
    status: 503,
    audience: 'visitor',
    error: 'We are receiving more inquiries than usual. Please send it again in a few seconds.',
    headers: { 'retry-after': '5' },
    form: 'failed',
  },
  crossSite: {
    status: 403,
    audience: 'program',
    error: 'This inquiry came from another site. Please send it from our contact page.',
    countsForLimit: false,
  },
  methodNotAllowed: {
    status: 405,
    audience: 'program',
    error: 'This address takes inquiries only. Send one with POST.',
    headers: { allow: 'POST' },
  },
  tooLarge: {
    status: 413,
    audience: 'visitor',
    error: 'This inquiry is larger than 64 KiB. Please shorten it and send it again.',
    form: 'tooLarge',
  },
  wrongType: {
    status: 415,
    audience: 'program',
    error:
      'This Content-Type is not understood here. Send application/json to the API, and application/x-www-form-urlencoded to the contact page.',
  },
  compressed: {
    status: 415,
    audience: 'program',
    error: 'A compressed body is not understood here. Send the inquiry without Content-Encoding.',
  },
  unexpected: {
    status: 500,
    audience: 'visitor',
    error: 'Something went wrong on our side. Please send your inquiry again.',
    form: 'failed',
  },
  unavailable: {
    status: 503,
    audience: 'visitor',
    error: 'We cannot store inquiries at the moment. Please send it again in a few seconds.',
    headers: { 'retry-after': '5' },
    form: 'failed',
  },
} satisfies Record<string, PostError>;
