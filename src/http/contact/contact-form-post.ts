import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Context } from 'hono';
import { fieldNames } from '../../inquiry/inquiry.ts';
import type { IdempotencyKey } from '../../receive-inquiry/receive-inquiry.ts';
import { negotiateResponse } from '../negotiate.ts';
import type { Pages } from '../pages/site.ts';
import { readPost } from '../read-post.ts';
import { plainTextResponse } from '../responses.ts';
import { type ContactError, toContactError, toRateLimitError } from './contact-errors.ts';
import {
  type ContactDependencies,
  type ContactRejection,
  type HandlePost,
  isCallerKey,
} from './handle-post.ts';

const mediaType = 'application/x-www-form-urlencoded';

/** Rejections that the form shows with what was typed. Forms of other pages and programs cause the rest. */
const formErrors: Partial<Record<ContactRejection, string>> = {
  tooLarge: 'tooLarge',
  keyReused: 'failed',
  unavailable: 'failed',
  unexpected: 'failed',
};

/**
 * Handles `POST /contact`, the form without script. Responds with pages. `renderContact` renders the
 * contact page with the values that were sent and their errors.
 */
export function contactForm(
  handlePost: HandlePost,
  renderContact: Pages['renderContactForm'],
  { store, clock, publicUrl }: ContactDependencies,
) {
  return async (context: Context): Promise<Response> => {
    const body = await readPost(context, mediaType, publicUrl);
    const params = new URLSearchParams(body.ok ? body.text : '');
    const values = readFields(params);
    const keys = readKeys(params);
    const result = await handlePost(context, body.ok ? { ok: true, values, keys } : body);
    switch (result.outcome) {
      case 'stored':
        return redirectToConfirmation();
      case 'invalid':
        // Clear the honeypot, so that a person whose browser filled it in can send the form again.
        return rerender(
          { status: 422 },
          { values: { ...values, honeypot: '' }, errors: result.fields },
        );
      case 'rejected': {
        const error = toContactError(result.reason, mediaType);
        const form = formErrors[result.reason];
        return form
          ? rerender(error, { values, errors: { form } })
          : plainTextResponse(error.status, error.error, error.headers);
      }
      case 'rate-limited': {
        const { isGlobal, retryAfterSeconds } = result.rejection;
        const errors = { form: isGlobal ? 'busy' : 'tooMany' };
        return rerender(toRateLimitError(result.rejection), { values, errors, retryAfterSeconds });
      }
    }

    async function rerender(
      { status, headers }: Omit<ContactError, 'error'>,
      posted: Parameters<typeof renderContact>[0],
    ) {
      const rendered = await renderContact(posted, status);
      return negotiateResponse(context.req.raw, {
        ...rendered,
        headers: { ...rendered.headers, ...headers },
      });
    }
  };

  function redirectToConfirmation() {
    const location = `/contact?sent=${createConfirmationToken(store.hashKey, clock())}#sent`;
    return new Response(null, { status: 303, headers: { location } });
  }
}

/** Returns the form's fields unchanged; the first value of a repeated field. */
function readFields(params: URLSearchParams): Record<string, string> {
  const names = fieldNames.filter((name) => params.has(name));
  return Object.fromEntries(names.map((name) => [name, params.get(name) ?? '']));
}

/** Returns the key that the page's script set, if any, and the form's content for a form that changed. */
function readKeys(params: URLSearchParams): IdempotencyKey[] {
  const value = params.get('idempotencyKey') ?? '';
  return [...(isCallerKey(value) ? [{ kind: 'caller', value } as const] : []), { kind: 'content' }];
}

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
