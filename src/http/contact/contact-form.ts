import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Context } from 'hono';
import { fieldNames, type Inquiry, parseInquiry } from '../../inquiry/inquiry.ts';
import { isCallerKey } from '../../store/inquiries/idempotency.ts';
import { answer, plainText } from '../pages/negotiate.ts';
import type { Pages } from '../pages/site.ts';
import { admitSubmission } from '../rate-limit/check-rate-limit.ts';
import { createPostReader } from '../read-post.ts';
import type { ContactDependencies } from './contact-api.ts';
import { type ContactProblem, contactProblems, tooMany, unreadable } from './contact-problems.ts';
import { storeInquiry } from './store-inquiry.ts';

export interface ContactPostDependencies extends ContactDependencies {
  /** The contact page with what was typed, and what to change. */
  renderContact: Pages['renderPosted'];
}

const mediaType = 'application/x-www-form-urlencoded';

/** `POST /contact`: the form as browsers submit it themselves. Answers with pages. */
export function contactPost(dependencies: ContactPostDependencies) {
  const { store, clock, log, renderContact } = dependencies;
  const readPost = createPostReader(mediaType, dependencies);

  return async (context: Context): Promise<Response> => {
    const { req } = context;
    const read = await readPost(req.raw);
    if (!read.ok && read.reason !== 'tooLarge') {
      return refuse(unreadable(read.reason, mediaType));
    }

    const sent = new URLSearchParams(read.ok ? read.text : '');
    const values = typedValues(sent);
    const key = keyIn(sent);
    const admission = await admitSubmission(context, dependencies, key);
    if (!admission.ok) {
      const problem = tooMany(admission.retryAfterSeconds);
      // A page is rendered for each of these answers: whoever goes on and on gets a line of text.
      if (admission.isInsistent || !read.ok) return refuse(problem);
      return page(problem, values, { form: 'tooMany' });
    }
    if (!read.ok) return page(contactProblems.tooLarge, {}, { form: 'tooLarge' });
    const parsed = parseInquiry(values);
    if (!parsed.ok) {
      // Emptied, so that a person whose browser filled it in can simply send the form again.
      return page({ status: 422 }, { ...values, honeypot: '' }, parsed.fields);
    }
    try {
      const { outcome } = await storeOnce(parsed.inquiry, key);
      if (outcome !== 'stored') return await page(contactProblems.unavailable, values, failed);
    } catch (error) {
      log.error({ fault: error }, 'The post of the contact form failed');
      return page(contactProblems.unexpected, values, failed);
    }
    const location = `/contact?sent=${createSentToken(store.hashKey, clock())}#sent`;
    return new Response(null, { status: 303, headers: { location, 'cache-control': 'no-store' } });

    async function storeOnce(inquiry: Inquiry, key: string | null) {
      if (key) {
        const caller = { kind: 'caller', value: key, waits: true } as const;
        const submission = await storeInquiry(dependencies, inquiry, caller);
        // A form that was changed under its key is an inquiry of its own.
        if (submission.outcome !== 'key-reused') return submission;
      }
      return storeInquiry(dependencies, inquiry, { kind: 'content' });
    }

    async function page(
      { status, headers }: Omit<ContactProblem, 'error'>,
      values: Record<string, string>,
      errors: Record<string, string>,
    ) {
      const rendered = await renderContact({ values, errors }, status);
      return answer(req.raw, { ...rendered, headers: { ...rendered.headers, ...headers } });
    }
  };
}

const failed = { form: 'failed' };

/** The form's fields as they were typed; of a field that is there twice, the first. */
function typedValues(sent: URLSearchParams): Record<string, string> {
  const known = fieldNames.filter((name) => sent.has(name));
  return Object.fromEntries(known.map((name) => [name, sent.get(name) ?? '']));
}

/** The key that a script gave this submission; without script there is none. */
function keyIn(sent: URLSearchParams): string | null {
  const key = sent.get('idempotencyKey') ?? '';
  return isCallerKey(key) ? key : null;
}

const refuse = ({ status, error, headers }: ContactProblem) =>
  plainText(status, error, { 'cache-control': 'no-store', ...headers });

const validMs = 10 * 60 * 1000;

/**
 * Says in the address of the thanks that an inquiry was stored a moment ago, so that a link or a
 * bookmark to it thanks nobody for nothing. `now` in milliseconds since the epoch.
 */
export function createSentToken(hashKey: Buffer, now: number): string {
  const expiry = (now + validMs).toString(36);
  return `${expiry}.${macOf(hashKey, expiry)}`;
}

export function isSentToken(hashKey: Buffer, token: string | null, now: number): boolean {
  const [expiry = '', mac = ''] = (token ?? '').split('.');
  const expected = Buffer.from(macOf(hashKey, expiry));
  const given = Buffer.from(mac);
  const isOurs = given.length === expected.length && timingSafeEqual(given, expected);
  return isOurs && Number.parseInt(expiry, 36) > now;
}

const macOf = (hashKey: Buffer, expiry: string) =>
  createHmac('sha256', hashKey).update(`sent ${expiry}`).digest('base64url');
