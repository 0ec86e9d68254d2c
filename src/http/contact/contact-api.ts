import type { Context } from 'hono';
import { checkPost, readText } from '../read-post.ts';
import { maxJsonCommas, maxJsonDepth } from '../request-limits.ts';
import { type ContactError, contactErrors } from './contact-errors.ts';
import type { ContactDependencies, HandlePost, ParsedPost } from './handle-post.ts';

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
    const result = await handlePost(context, {
      rejection: checkPost(context, 'application/json', publicUrl),
      parse: () => readJson(context),
    });
    if (result.outcome === 'rejected') return respond(result.error);
    const { id, receivedAt } = result.receipt;
    return Response.json({ id, receivedAt }, { status: 201 });
  };
}

function readJson(context: Context): ParsedPost {
  const body = readText(context);
  if (!body.ok) return body;
  if (isTooComplex(body.text)) return { ok: false, reason: 'tooComplex' };
  try {
    return { ok: true, values: JSON.parse(body.text) };
  } catch {
    return { ok: false, reason: 'invalidJson' };
  }
}

/** Character codes, which are compared faster than characters. */
const codes = {
  quotationMark: 0x22,
  comma: 0x2c,
  openBracket: 0x5b,
  backslash: 0x5c,
  closeBracket: 0x5d,
  openBrace: 0x7b,
  closeBrace: 0x7d,
};

/** Tells if JSON has more levels or members than an inquiry needs. */
function isTooComplex(json: string): boolean {
  let depth = 0;
  let commas = 0;
  let isInString = false;
  for (let index = 0; index < json.length; index += 1) {
    const code = json.charCodeAt(index);
    if (isInString) {
      // Skips what follows, which may be a quotation mark.
      if (code === codes.backslash) index += 1;
      else if (code === codes.quotationMark) isInString = false;
    } else if (code === codes.quotationMark) isInString = true;
    else if (code === codes.openBracket || code === codes.openBrace) depth += 1;
    else if (code === codes.closeBracket || code === codes.closeBrace) depth -= 1;
    else if (code === codes.comma) commas += 1;
    if (depth > maxJsonDepth || commas > maxJsonCommas) return true;
  }
  return false;
}

const respond = ({ status, headers = {}, error, fields, limit }: ContactError) =>
  Response.json({ error, fields, limit }, { status, headers });
