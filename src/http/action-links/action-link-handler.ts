import type { Context, MiddlewareHandler } from 'hono';
import { parseRemarks } from '../../action-links/confirmation-input.ts';
import { confirmFollowUp } from '../../action-links/redeem-action-link.ts';
import {
  type ReadLink,
  readFollowUpLink,
  type SignedLink,
} from '../../action-links/signed-links.ts';
import { readFollowUp } from '../../action-links/verify-action-link.ts';
import type { LinkSecrets } from '../../config/setting-values.ts';
import type { Store } from '../../store/store.ts';
import { answer, plainText } from '../pages/negotiate.ts';
import type { FollowUpView, OpenView, Pages } from '../pages/site.ts';
import { type AdmissionDependencies, countAgainst } from '../rate-limit/check-rate-limit.ts';
import type { SubmissionLimit } from '../rate-limit/rate-limiter.ts';
import {
  createPostReader,
  type PostProblem,
  type ReadPost,
  type ReadPostDependencies,
} from '../read-post.ts';
import { type FollowUpAnswer, statusOfFailure, toFailedView, toView } from './action-link-view.ts';

export interface FollowUpDependencies
  extends ReadPostDependencies, Pick<AdmissionDependencies, 'trustedHops'> {
  store: Store;
  /** The firm's (IANA name). */
  timeZone: string;
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
  const readPost = createPostReader('application/x-www-form-urlencoded', dependencies);

  return async (context, next) => {
    const { url, raw: request } = context.req;
    const { pathname, search } = new URL(url);
    const [, withoutSlash] = /^(.*[^/])\/+$/.exec(pathname) ?? [];
    const read = readFollowUpLink(secrets, withoutSlash ?? pathname, clock());
    if (!read) return next();

    const answered = withoutSlash ? movedTo(withoutSlash + search) : await respond(context, read);
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

  async function respond(context: Context, read: ReadLink): Promise<FollowUpAnswer | Response> {
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
    if (isRead) return show(read.link, dependencies);
    return confirm(await readPost(request), request, read.link, dependencies);
  }
}

/** Not 301, after which browsers would repeat a post as a GET, without its fields. */
const movedTo = (location: string) => new Response(null, { status: 308, headers: { location } });

async function show(
  link: SignedLink,
  { store, timeZone, log }: FollowUpDependencies,
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

type Typed = Required<OpenView>['typed'];

const again = 'Nothing was changed. Open the link in the mail again and confirm it there.';

const refusals: Record<Exclude<PostProblem, 'tooLarge'>, { status: number; text: string }> = {
  otherSite: { status: 403, text: `This came from another site. ${again}` },
  wrongType: { status: 415, text: `This did not come from our form. ${again}` },
  compressed: { status: 415, text: `This did not come from our form. ${again}` },
  notUtf8: { status: 400, text: `This is not valid UTF-8. ${again}` },
  cutOff: { status: 400, text: `This ended too early. ${again}` },
};

/** Confirms a link whose signature was verified. Whatever keeps it from that, what was typed stays. */
async function confirm(
  body: ReadPost,
  request: Request,
  link: SignedLink,
  dependencies: FollowUpDependencies,
): Promise<FollowUpAnswer | Response> {
  if (!body.ok && body.reason !== 'tooLarge') {
    const { status, text } = refusals[body.reason];
    return plainText(status, text);
  }

  const sent = new URLSearchParams(body.ok ? body.text : '');
  const typed = { by: sent.get('by') ?? '', note: sent.get('note') ?? '' };
  const { log, timeZone } = dependencies;
  const inquiry = link.inquiryId;
  try {
    if (!body.ok) return await giveBack(413, { problem: 'tooLarge' });
    const parsed = parseRemarks(typed);
    if (!parsed.ok) return await giveBack(422, { typed, errors: parsed.errors });

    const outcome = await confirmFollowUp(dependencies, link, parsed.remarks);
    if (outcome !== 'confirmed') return await giveBack(409, { typed });
    log.info({ inquiry, action: link.action }, 'An inquiry was marked by a link');
    return new Response(null, {
      status: 303,
      headers: { location: new URL(request.url).pathname },
    });
  } catch (error) {
    log.error({ fault: error, inquiry }, 'A follow-up could not be stored');
    return { view: toFailedView(link, typed, timeZone), status: statusOfFailure(error) };
  }

  async function giveBack(
    status: number,
    back: Pick<OpenView, 'typed' | 'errors' | 'problem'>,
  ): Promise<FollowUpAnswer> {
    const view = toView(link, await readFollowUp(dependencies.store, link), timeZone);
    if (view.state === 'open') return { view: { ...view, ...back }, status };
    if (view.state === 'erased') return { view, status: 410 };
    return { view: withNote(view, typed), status: 409 };
  }
}

/** What was typed for a confirmation that is no longer possible. */
const withNote = (view: FollowUpView, { note }: Typed): FollowUpView =>
  note && (view.state === 'used' || view.state === 'refused') ? { ...view, note } : view;
