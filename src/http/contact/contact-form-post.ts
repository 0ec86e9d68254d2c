import type { Context } from 'hono';
import { fieldNames } from '../../inquiry/inquiry.ts';
import { negotiateResponse, plainTextResponse } from '../negotiate.ts';
import type { SiteHandler } from '../pages/site-build.ts';
import { readPost } from '../read-post.ts';
import type { ContactDependencies, HandlePost } from './handle-post.ts';

/** Handles `POST /contact`, the form without script. Responds with pages. */
export function contactForm(
  handlePost: HandlePost,
  getPages: SiteHandler['getPages'],
  { publicUrl }: Pick<ContactDependencies, 'publicUrl'>,
) {
  return async (context: Context): Promise<Response> => {
    const body = await readPost(context, 'application/x-www-form-urlencoded', publicUrl);
    const params = new URLSearchParams(body.ok ? body.text : '');
    // The first value of a repeated field.
    const names = fieldNames.filter((name) => params.has(name));
    const values = Object.fromEntries(names.map((name) => [name, params.get(name) ?? '']));
    const result = await handlePost(context, body.ok ? { ok: true, values } : body);
    if ('receivedAt' in result) {
      // To the minute, which the page shows.
      const location = `/contact?sent=${result.receivedAt.slice(0, 16)}Z#sent`;
      return new Response(null, { status: 303, headers: { location } });
    }
    const { status, error, headers, fields, form, retryAfterSeconds } = result;
    const errors = fields ?? (form && { form });
    if (!errors) return plainTextResponse(status, error, headers);
    // Clear the honeypot, so that a person whose browser filled it in can send the form again.
    const shown = body.ok ? { ...values, honeypot: '' } : undefined;
    const posted = { values: shown, errors, retryAfterSeconds };
    const page = await (await getPages()).renderContactForm(posted, status);
    return negotiateResponse(context.req.raw, {
      ...page,
      headers: { ...page.headers, ...headers },
    });
  };
}
