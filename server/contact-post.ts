import type { Context } from 'hono';
import { fieldNames, parseInquiry } from '../inquiries/inquiry.ts';
import type { ContactDependencies } from './contact-call.ts';
import { type ContactProblem, contactProblems } from './contact-problems.ts';
import { readContactRequest } from './contact-request.ts';
import type { Pages } from './pages.ts';
import { answer } from './representation.ts';
import { storeInquiry } from './store-inquiry.ts';

export interface ContactPostDependencies extends ContactDependencies {
  /** The contact page with what was typed, and under `errors` a message for a field or `form`. */
  renderContact: Pages['renderPosted'];
}

/** `POST /contact`: the form as browsers send it without script. Answers with pages. */
export function contactPost(dependencies: ContactPostDependencies) {
  return async ({ req }: Context): Promise<Response> => {
    const mediaType = 'application/x-www-form-urlencoded';
    const read = await readContactRequest(req.raw, mediaType, dependencies);
    if (!read.ok) return plainText(read.problem);

    const values = typedValues(read.text);
    const parsed = parseInquiry(values);
    if (!parsed.ok) {
      // Emptied, so that a person whose browser filled it in can simply send the form again.
      return page(422, { ...values, honeypot: '' }, parsed.fields);
    }
    const { outcome } = await storeInquiry(dependencies, parsed.inquiry, { kind: 'content' });
    if (outcome === 'stored') {
      const headers = { location: '/contact?sent#sent', 'cache-control': 'no-store' };
      return new Response(null, { status: 303, headers });
    }
    const { status, headers } = contactProblems.unavailable;
    return page(status, values, { form: notSent }, headers);

    async function page(
      status: number,
      values: Record<string, string>,
      errors: Record<string, string>,
      headers?: Record<string, string>,
    ) {
      const rendered = await dependencies.renderContact({ values, errors }, status);
      return answer(req.raw, { ...rendered, headers: { ...rendered.headers, ...headers } });
    }
  };
}

/** Specification, part 8: any submit failure. */
const notSent = 'There was an issue submitting your form. Please try again.';

/** The form's fields as they were typed; of a field that is there twice, the first. */
function typedValues(body: string): Record<string, string> {
  const sent = new URLSearchParams(body);
  const known = fieldNames.filter((name) => sent.has(name));
  return Object.fromEntries(known.map((name) => [name, sent.get(name) ?? '']));
}

const plainText = ({ status, error, headers }: ContactProblem) =>
  new Response(`${error}\n`, {
    status,
    headers: {
      'content-type': 'text/plain; charset=utf-8',
      'cache-control': 'no-store',
      ...headers,
    },
  });
