import type { Context } from 'hono';
import type { Field } from '../../inquiry/inquiry.ts';
import { readPost } from '../read-post.ts';
import {
  type ContactError,
  contactErrors,
  toContactError,
  toRateLimitError,
} from './contact-errors.ts';
import { type ContactDependencies, type HandlePost, isCallerKey } from './handle-post.ts';

const mediaType = 'application/json';

/**
 * Handles every method of `/api/contact-form`. POST returns 201 with `{ id, receivedAt }` once the
 * inquiry is on disk, otherwise `{ error }` and, for an invalid inquiry, `fields`;
 * for a rate-limited one `limit`, `network` or `all`.
 */
export function contactApi(
  handlePost: HandlePost,
  { publicUrl }: Pick<ContactDependencies, 'publicUrl'>,
) {
  return async (context: Context): Promise<Response> => {
    const request = context.req.raw;
    if (request.method !== 'POST') return rejectWith(contactErrors.methodNotAllowed);

    const key = request.headers.get('idempotency-key');
    if (key !== null && !isCallerKey(key)) return rejectWith(contactErrors.invalidKey);
    const keys = key === null ? [] : [{ kind: 'caller', value: key } as const];
    const body = await readPost(context, mediaType, publicUrl);
    const values = body.ok ? parseJson(body.text) : undefined;
    const result = await handlePost(context, body.ok ? { ok: true, values, keys } : body);
    switch (result.outcome) {
      case 'stored':
        return Response.json({ id: result.id, receivedAt: result.receivedAt }, { status: 201 });
      case 'invalid': {
        if (values === undefined) return rejectWith(contactErrors.invalidJson);
        const { fields } = result;
        return rejectWith({ status: 422, error: describeFieldErrors(fields) }, { fields });
      }
      case 'rejected':
        return rejectWith(toContactError(result.reason, mediaType));
      case 'rate-limited': {
        const limit = result.rejection.isGlobal ? 'all' : 'network';
        return rejectWith(toRateLimitError(result.rejection), { limit });
      }
    }
  };
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

const rejectWith = ({ status, error, headers = {} }: ContactError, details?: object) =>
  Response.json({ error, ...details }, { status, headers });
