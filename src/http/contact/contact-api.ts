import type { Context } from 'hono';
import { readPost } from '../read-post.ts';
import { type ContactError, contactErrors } from './contact-errors.ts';
import type { ContactDependencies, HandlePost, Post } from './handle-post.ts';

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
    if (context.req.method !== 'POST') return respond(contactErrors.methodNotAllowed);
    const body = await readPost(context, 'application/json', publicUrl);
    const result = await handlePost(context, body.ok ? parseJson(body.text) : body);
    if ('error' in result) return respond(result);
    const { id, receivedAt } = result;
    return Response.json({ id, receivedAt }, { status: 201 });
  };
}

function parseJson(text: string): Post {
  try {
    return { ok: true, values: JSON.parse(text) };
  } catch {
    return { ok: false, reason: 'invalidJson' };
  }
}

const respond = ({ status, headers = {}, error, fields, limit }: ContactError) =>
  Response.json({ error, fields, limit }, { status, headers });
