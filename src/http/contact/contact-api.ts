import type { Context } from 'hono';
import type { FormRejection } from '../../inquiry/form-errors.ts';
import { type PostError, postErrors } from '../post-errors.ts';
import { readPost, type ReadResult } from '../request/read-post.ts';
import { maxJsonCommas, maxJsonDepth, maxJsonTokens } from '../request-limits.ts';
import type { HandlePost } from './handle-post.ts';

/**
 * Creates the handler for all methods of `/api/contact-form`. POST returns 201 with `{ id,
 * receivedAt }` once the inquiry is on disk, otherwise `{ error }`. An invalid inquiry also gets
 * `fields`, a rate-limited one `limit` (`network` or `all`). `publicUrl` is the origin of the site,
 * such as https://www.example.com.
 */
export function createApiHandler(handlePost: HandlePost, publicUrl: string | undefined) {
  return async (context: Context): Promise<Response> => {
    if (context.req.method !== 'POST') return respond(postErrors.methodNotAllowed);
    const result = await handlePost(context, readJson(context, publicUrl));
    if (result.outcome === 'rejected') return respond(result.error);
    const { id, receivedAt } = result.receipt;
    return Response.json({ id, receivedAt }, { status: 201 });
  };
}

function readJson(context: Context, publicUrl: string | undefined): ReadResult<unknown> {
  const body = readPost(context, 'application/json', publicUrl);
  if (!body.ok) return body;
  if (isTooComplex(body.value)) return { ok: false, error: postErrors.tooComplex };
  try {
    return { ok: true, value: JSON.parse(body.value) };
  } catch {
    return { ok: false, error: postErrors.invalidJson };
  }
}

/**
 * Matches the structure of JSON: strings, the last of which may be unterminated, and the signs
 * between them.
 */
const jsonTokens = /"(?:[^"\\]+|\\.)*"?|[[\]{},]/gs;

/**
 * Tells if JSON has more levels or members than an inquiry needs. Checks a limited number of
 * tokens, which the regular expression engine finds: a loop over 64 KiB of characters takes up to
 * 2 ms until it is compiled.
 */
function isTooComplex(json: string): boolean {
  let depth = 0;
  let commas = 0;
  let tokens = 0;
  for (const [token] of json.matchAll(jsonTokens)) {
    tokens += 1;
    if (token === '[' || token === '{') depth += 1;
    else if (token === ']' || token === '}') depth -= 1;
    else if (token === ',') commas += 1;
    if (depth > maxJsonDepth || commas > maxJsonCommas || tokens > maxJsonTokens) return true;
  }
  return false;
}

/** Public names of the limits. */
const limitNames: Partial<Record<FormRejection, string>> = {
  tooMany: 'network',
  tooManyOverall: 'all',
};

function respond({ status, headers = {}, error, fields, form = 'failed' }: PostError): Response {
  return Response.json({ error, fields, limit: limitNames[form] }, { status, headers });
}
