import type { Context, MiddlewareHandler } from 'hono';
import { readFollowUp } from '../inquiries/follow-up/read-follow-up.ts';
import {
  type LinkSecrets,
  type ReadLink,
  readFollowUpLink,
  type SignedLink,
} from '../inquiries/follow-up/signed-links.ts';
import { type AdmissionDependencies, countAgainst } from './admit-submission.ts';
import {
  followUpPost,
  type FollowUpPostDependencies,
  type PostFollowUp,
} from './follow-up-post.ts';
import { type FollowUpAnswer, statusOfFailure, toView } from './follow-up-view.ts';
import type { Pages } from './pages.ts';
import { answer, plainText } from './representation.ts';
import type { SubmissionLimit } from './submission-limit.ts';

export interface FollowUpDependencies
  extends FollowUpPostDependencies, Pick<AdmissionDependencies, 'trustedHops'> {
  secrets: LinkSecrets;
  /** Any number of posts to altered links is answered unless given. */
  alteredLinkLimit?: SubmissionLimit | undefined;
  renderFollowUp: Pages['renderFollowUp'];
}

/** The address is the key to an inquiry: nobody keeps the answer, no other address hears of it. */
const privacyHeaders = {
  'cache-control': 'no-store',
  // Not no-referrer: browsers would then post the confirmation with `Origin: null`.
  'referrer-policy': 'strict-origin',
  'x-robots-tag': 'noindex, nofollow',
};

/**
 * The links of mails, whose signature is the only key: GET shows what a link does, POST does it.
 * An address of another shape is passed on.
 */
export function followUp(dependencies: FollowUpDependencies): MiddlewareHandler {
  const { secrets, clock, renderFollowUp } = dependencies;
  const post = followUpPost(dependencies);

  return async (context, next) => {
    const { url, raw: request } = context.req;
    const { pathname, search } = new URL(url);
    const [, withoutSlash] = /^(.*[^/])\/+$/.exec(pathname) ?? [];
    const read = readFollowUpLink(secrets, withoutSlash ?? pathname, clock());
    if (!read) return next();

    const answered = withoutSlash
      ? movedTo(withoutSlash + search)
      : await respond(context, read, { ...dependencies, post });
    const response =
      answered instanceof Response
        ? answered
        : answer(request, await renderFollowUp(answered.view, answered.status));
    const own = answered instanceof Response ? {} : answered.headers;
    for (const [name, value] of Object.entries({ ...privacyHeaders, ...own })) {
      response.headers.set(name, value);
    }
    if (response.status === 503) response.headers.set('retry-after', '5');
    return response;
  };
}

/** Not 301, after which browsers would repeat a post as a GET, without its fields. */
const movedTo = (location: string) => new Response(null, { status: 308, headers: { location } });

async function respond(
  context: Context,
  read: ReadLink,
  { post, ...dependencies }: FollowUpDependencies & { post: PostFollowUp },
): Promise<FollowUpAnswer | Response> {
  const request = context.req.raw;
  const { method } = request;
  const isRead = method === 'GET' || method === 'HEAD';
  if (!isRead && method !== 'POST') {
    const line = 'This address is a page with a form. Open it in a browser.';
    return plainText(405, line, { allow: 'GET, HEAD, POST' });
  }
  if (read.outcome !== 'valid') {
    const state = read.outcome;
    const refused = !isRead && state === 'altered' && (await refuseGuess(context, dependencies));
    if (refused) return refused;
    return { view: { state }, status: state === 'expired' ? 410 : 404 };
  }
  return isRead ? show(read.link, dependencies) : post(request, read.link);
}

async function show(
  link: SignedLink,
  { store, timeZone, log }: FollowUpPostDependencies,
): Promise<FollowUpAnswer> {
  try {
    const view = toView(link, await readFollowUp(store, link), timeZone);
    return { view, status: view.state === 'erased' ? 410 : 200 };
  } catch (error) {
    log.error({ fault: error, inquiry: link.inquiryId }, 'A follow-up could not be shown');
    return { view: { state: 'unavailable' }, status: statusOfFailure(error) };
  }
}

/** Counts a post to a link that we did not sign. One that we did sign is never refused for these. */
async function refuseGuess(
  context: Context,
  dependencies: FollowUpDependencies,
): Promise<FollowUpAnswer | Response | undefined> {
  const { alteredLinkLimit } = dependencies;
  const event = 'Refuses posts of a network that tried too many altered links';
  const admission = await countAgainst(alteredLinkLimit, context, dependencies, {
    key: null,
    event,
  });
  if (admission.ok) return undefined;
  const { retryAfterSeconds } = admission;
  const headers = { 'retry-after': String(retryAfterSeconds) };
  // A page is rendered for each of these answers: whoever goes on and on gets a line of text.
  if (admission.isInsistent) {
    const line = 'Too many links that are not whole came from your network. Nothing was done.';
    return plainText(429, line, headers);
  }
  return { view: { state: 'limited', retryAfterSeconds }, status: 429, headers };
}
