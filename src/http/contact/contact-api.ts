import type { Context } from 'hono';
import { type Field, parseInquiry } from '../../inquiry/inquiry.ts';
import { isCallerKey } from '../../store/inquiries/idempotency.ts';
import { type AdmissionDependencies, admitSubmission } from '../rate-limit/check-rate-limit.ts';
import { createPostReader, type ReadPostDependencies } from '../read-post.ts';
import { type ContactProblem, contactProblems, tooMany, unreadable } from './contact-problems.ts';
import { storeInquiry, type StoreInquiryDependencies } from './store-inquiry.ts';

export type ContactDependencies = StoreInquiryDependencies &
  ReadPostDependencies &
  AdmissionDependencies;

const mediaType = 'application/json';

/**
 * `POST /api/contact-form`, for every method: 201 with `{ id, receivedAt }` once the inquiry is on
 * disk, otherwise `{ error }` and, for an inquiry that needs changes, `fields`.
 */
export function contactCall(dependencies: ContactDependencies) {
  const readPost = createPostReader(mediaType, dependencies);
  return async (context: Context): Promise<Response> => {
    try {
      return await receive(context);
    } catch (error) {
      dependencies.log.error({ fault: error }, 'The contact call failed');
      return refuse(contactProblems.unexpected);
    }
  };

  async function receive(context: Context): Promise<Response> {
    const request = context.req.raw;
    if (request.method !== 'POST') return refuse(contactProblems.notPost);

    const read = await readPost(request);
    if (!read.ok) return refuse(unreadable(read.reason, mediaType));
    const key = request.headers.get('idempotency-key');
    if (key !== null && !isCallerKey(key)) return refuse(contactProblems.badKey);
    const admission = await admitSubmission(context, dependencies, key);
    if (!admission.ok) return refuse(tooMany(admission.retryAfterSeconds));
    const body = parseJson(read.text);
    if (body === undefined) return refuse(contactProblems.notJson);

    const parsed = parseInquiry(body);
    if (!parsed.ok) return refuse({ status: 422, error: describe(parsed.fields) }, parsed.fields);

    const submission = await storeInquiry(
      dependencies,
      parsed.inquiry,
      key === null ? undefined : { kind: 'caller', value: key },
    );
    switch (submission.outcome) {
      case 'stored': {
        const { id, receivedAt } = submission;
        return json(201, { id, receivedAt });
      }
      case 'in-progress':
        return refuse(contactProblems.inProgress);
      case 'key-reused':
        return refuse(contactProblems.keyReused);
      case 'unavailable':
        return refuse(contactProblems.unavailable);
    }
  }
}

/** Undefined where it is no JSON. */
function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const describe = (fields: Partial<Record<Field, string>>) =>
  `Please correct this and send it again: ${Object.entries(fields)
    .map(([field, message]) => `${message} (${field})`)
    .join('; ')}.`;

const refuse = ({ status, error, headers }: ContactProblem, fields?: object) =>
  json(status, { error, ...(fields && { fields }) }, headers);

const json = (status: number, body: object, headers?: Record<string, string>) =>
  Response.json(body, { status, headers: { 'cache-control': 'no-store', ...headers } });
