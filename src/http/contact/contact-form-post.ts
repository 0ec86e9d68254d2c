import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Context } from 'hono';
import { fieldNames, type Inquiry, parseInquiry } from '../../inquiry/inquiry.ts';
import { isCallerKey, receiveInquiry } from '../../receive-inquiry/receive-inquiry.ts';
import { negotiateResponse, plainTextResponse } from '../pages/negotiate.ts';
import type { Pages } from '../pages/site.ts';
import { checkSubmissionRateLimit, reportRejection } from '../rate-limit/limit-requests.ts';
import type { RateLimitRejection } from '../rate-limit/rate-limiter.ts';
import { createPostReader } from '../read-post.ts';
import type { ContactDependencies } from './contact-api.ts';
import {
  type ContactError,
  contactErrors,
  toBodyError,
  toRateLimitError,
} from './contact-errors.ts';

export interface ContactFormDependencies extends ContactDependencies {
  /** Renders the contact page with the submitted values and their errors. */
  renderContact: Pages['renderContactForm'];
}

const mediaType = 'application/x-www-form-urlencoded';

/** Handles `POST /contact`, the form without script. Responds with pages. */
export function contactForm(dependencies: ContactFormDependencies) {
  const { store, clock, log, renderContact } = dependencies;
  const readPost = createPostReader(mediaType, dependencies);

  return async (context: Context): Promise<Response> => {
    const { req } = context;
    const body = await readPost(req.raw);
    if (!body.ok && body.reason !== 'tooLarge') {
      return rejectWith(toBodyError(body.reason, mediaType));
    }

    const params = new URLSearchParams(body.ok ? body.text : '');
    const values = readFields(params);
    const key = readIdempotencyKey(params);
    const rateLimit = await checkSubmissionRateLimit(context, dependencies, key);
    if (!rateLimit.ok) return rejectRateLimited(rateLimit);
    const { reserve } = rateLimit;
    if (!body.ok) return rerenderForm(contactErrors.tooLarge, {}, { form: 'tooLarge' });
    const parsed = parseInquiry(values);
    if (!parsed.ok) {
      // Clear the honeypot, so that a person whose browser filled it in can send the form again.
      return rerenderForm({ status: 422 }, { ...values, honeypot: '' }, parsed.fields);
    }
    try {
      const submission = await storeOnce(parsed.inquiry, key);
      if (submission.outcome === 'rate-limited') {
        return await rejectRateLimited(submission.rejection);
      }
      if (submission.outcome !== 'stored')
        return await rerenderForm(contactErrors.unavailable, values, failedError);
    } catch (error) {
      log.error({ fault: error }, 'The contact form submission failed');
      return rerenderForm(contactErrors.unexpected, values, failedError);
    }
    const location = `/contact?sent=${createConfirmationToken(store.hashKey, clock())}#sent`;
    return new Response(null, { status: 303, headers: { location, 'cache-control': 'no-store' } });

    async function storeOnce(inquiry: Inquiry, key: string | null) {
      if (key) {
        const caller = { kind: 'caller', value: key } as const;
        const submission = await receiveInquiry(dependencies, inquiry, caller, await reserve());
        // A changed form with the same key is a new inquiry.
        if (submission.outcome !== 'key-reused') return submission;
      }
      return receiveInquiry(dependencies, inquiry, { kind: 'content' }, await reserve());
    }

    async function rejectRateLimited(rejection: RateLimitRejection) {
      reportRejection(dependencies, rejection);
      const error = toRateLimitError(rejection);
      return rerenderForm(error, values, { form: rejection.isGlobal ? 'busy' : 'tooMany' });
    }

    async function rerenderForm(
      { status, headers }: Omit<ContactError, 'error'>,
      values: Record<string, string>,
      errors: Record<string, string>,
    ) {
      const rendered = await renderContact({ values, errors }, status);
      return negotiateResponse(req.raw, {
        ...rendered,
        headers: { ...rendered.headers, ...headers },
      });
    }
  };
}

const failedError = { form: 'failed' };

/** Returns the form's fields unchanged; the first value of a repeated field. */
function readFields(params: URLSearchParams): Record<string, string> {
  const names = fieldNames.filter((name) => params.has(name));
  return Object.fromEntries(names.map((name) => [name, params.get(name) ?? '']));
}

/** Returns the key that the page's script set; null without script. */
function readIdempotencyKey(params: URLSearchParams): string | null {
  const key = params.get('idempotencyKey') ?? '';
  return isCallerKey(key) ? key : null;
}

const rejectWith = ({ status, error, headers }: ContactError) =>
  plainTextResponse(status, error, { 'cache-control': 'no-store', ...headers });

const tokenTtlMs = 10 * 60 * 1000;

/**
 * Creates a short-lived token for the confirmation page's URL, so that a bookmark does not confirm an
 * inquiry that was never sent. `now`: milliseconds since the epoch.
 */
export function createConfirmationToken(hashKey: Buffer, now: number): string {
  const expiry = (now + tokenTtlMs).toString(36);
  return `${expiry}.${signExpiry(hashKey, expiry)}`;
}

export function verifyConfirmationToken(
  hashKey: Buffer,
  token: string | null,
  now: number,
): boolean {
  const [expiry = '', mac = ''] = (token ?? '').split('.');
  const expected = Buffer.from(signExpiry(hashKey, expiry));
  const actual = Buffer.from(mac);
  const isValid = actual.length === expected.length && timingSafeEqual(actual, expected);
  return isValid && Number.parseInt(expiry, 36) > now;
}

const signExpiry = (hashKey: Buffer, expiry: string) =>
  createHmac('sha256', hashKey).update(`sent ${expiry}`).digest('base64url');
