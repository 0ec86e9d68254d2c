import type { Context, MiddlewareHandler } from 'hono';
import type { LinkSecrets } from '../config/setting-values.ts';
import { negotiateResponse, plainTextResponse } from '../http/pages/negotiate.ts';
import type { Pages } from '../http/pages/site.ts';
import {
  getNetworks,
  type RateLimitDependencies,
  reportRejection,
} from '../http/rate-limit/limit-requests.ts';
import type { RateLimiter } from '../http/rate-limit/rate-limiter.ts';
import {
  createPostReader,
  type PostRejection,
  type ReadPost,
  type ReadPostDependencies,
} from '../http/read-post.ts';
import type { UpdateDependencies } from '../store/inquiries/update-status.ts';
import {
  type ActionLinkResponse,
  type ActionLinkView,
  getFailureStatus,
  type OpenView,
  toFailedView,
  toView,
} from './action-link-view.ts';
import { parseConfirmation } from './confirmation-input.ts';
import { loadActionLinkState, redeemActionLink } from './redeem-action-link.ts';
import { type LinkVerification, type SignedLink, verifyActionLink } from './signed-links.ts';

export interface ActionLinkDependencies
  extends ReadPostDependencies, Pick<RateLimitDependencies, 'trustedHops'>, UpdateDependencies {
  /** The firm's time zone (IANA name). */
  timeZone: string;
  secrets: LinkSecrets;
  /** Limits posts with an invalid signature; undefined: no limit. */
  invalidLinkLimiter?: RateLimiter | undefined;
  renderActionLink: Pages['renderActionLink'];
  /** Called after a change, to send its notifications at once. */
  wakeDeliveries?: (() => void) | undefined;
}

/** The URL is a credential: prevents caching, indexing and referrers that contain it. */
const privacyHeaders = {
  'cache-control': 'no-store',
  // Not no-referrer: browsers would then post the confirmation with `Origin: null`.
  'referrer-policy': 'strict-origin',
  'x-robots-tag': 'noindex, nofollow',
};

/**
 * Handles action links, whose signature is the only credential: GET shows the action, POST confirms it.
 * Passes on other paths.
 */
export function handleActionLinks(dependencies: ActionLinkDependencies): MiddlewareHandler {
  const { secrets, clock, renderActionLink } = dependencies;
  const readPost = createPostReader('application/x-www-form-urlencoded', dependencies);

  return async (context, next) => {
    const { url, raw: request } = context.req;
    const { pathname, search } = new URL(url);
    const [, withoutSlash] = /^(.*[^/])\/+$/.exec(pathname) ?? [];
    const read = verifyActionLink(secrets, withoutSlash ?? pathname, clock());
    if (!read) return next();

    const result = withoutSlash ? redirectTo(withoutSlash + search) : await respond(context, read);
    const response =
      result instanceof Response
        ? result
        : negotiateResponse(request, await renderActionLink(result.view, result.status));
    const ownHeaders = result instanceof Response ? {} : result.headers;
    for (const [name, value] of Object.entries({ ...privacyHeaders, ...ownHeaders })) {
      response.headers.set(name, value);
    }
    if (response.status === 503) response.headers.set('retry-after', '5');
    return response;
  };

  async function respond(
    context: Context,
    read: LinkVerification,
  ): Promise<ActionLinkResponse | Response> {
    const request = context.req.raw;
    const { method } = request;
    const isRead = method === 'GET' || method === 'HEAD';
    if (!isRead && method !== 'POST') {
      const line = 'This address is a page with a form. Open it in a browser.';
      return plainTextResponse(405, line, { allow: 'GET, HEAD, POST' });
    }
    if (read.outcome !== 'valid') {
      const state = read.outcome;
      const limited =
        !isRead && state !== 'expired' && (await limitInvalidLinks(context, dependencies));
      if (limited) return limited;
      return { view: { state }, status: state === 'expired' ? 410 : 404 };
    }
    if (isRead) return showAction(read.link, dependencies);
    return confirmAction(await readPost(request), request, read.link, dependencies);
  }
}

/** 308, because after 301 browsers repeat a POST as a GET. */
const redirectTo = (location: string) => new Response(null, { status: 308, headers: { location } });

async function showAction(
  link: SignedLink,
  { store, timeZone, log }: ActionLinkDependencies,
): Promise<ActionLinkResponse> {
  try {
    const view = toView(link, await loadActionLinkState(store, link), timeZone);
    return { view, status: view.state === 'deleted' ? 410 : 200 };
  } catch (error) {
    log.error({ fault: error, inquiry: link.inquiryId }, 'An action link could not be displayed');
    return { view: { state: 'unavailable' }, status: getFailureStatus(error) };
  }
}

/** Counts a post with an invalid signature. Valid links are never limited. */
async function limitInvalidLinks(
  context: Context,
  dependencies: ActionLinkDependencies,
): Promise<ActionLinkResponse | undefined> {
  const { log, invalidLinkLimiter } = dependencies;
  const rateLimit = await invalidLinkLimiter?.check(getNetworks(context, dependencies), null);
  if (!rateLimit || rateLimit.ok) return undefined;
  reportRejection({ log }, rateLimit, 'invalid action links');
  const { retryAfterSeconds } = rateLimit;
  const headers = { 'retry-after': String(retryAfterSeconds) };
  return { view: { state: 'limited', retryAfterSeconds }, status: 429, headers };
}

type Typed = Required<OpenView>['typed'];

const retryHint =
  'The inquiry was not changed. Open the link in the email again and confirm it there.';

const rejections: Record<Exclude<PostRejection, 'tooLarge'>, { status: number; text: string }> = {
  crossSite: { status: 403, text: `This request came from another site. ${retryHint}` },
  wrongType: { status: 415, text: `This request did not come from our form. ${retryHint}` },
  compressed: { status: 415, text: `This request did not come from our form. ${retryHint}` },
  notUtf8: { status: 400, text: `This request is not valid UTF-8. ${retryHint}` },
  incomplete: { status: 400, text: `This request is incomplete. ${retryHint}` },
};

/** Confirms a verified link; on an error, the page keeps what was typed. */
async function confirmAction(
  body: ReadPost,
  request: Request,
  link: SignedLink,
  dependencies: ActionLinkDependencies,
): Promise<ActionLinkResponse | Response> {
  if (!body.ok && body.reason !== 'tooLarge') {
    const { status, text } = rejections[body.reason];
    return plainTextResponse(status, text);
  }

  const params = new URLSearchParams(body.ok ? body.text : '');
  const typed = { by: params.get('by') ?? '', note: params.get('note') ?? '' };
  const assignee = params.get('assignee') ?? undefined;
  const { log, timeZone, wakeDeliveries } = dependencies;
  const inquiry = link.inquiryId;
  try {
    if (!body.ok) return await rerenderForm(413, { problem: 'tooLarge' });
    const parsed = parseConfirmation(typed, link.action === 'assign');
    if (!parsed.ok) return await rerenderForm(422, { typed, errors: parsed.errors });

    const lastChange = Number(params.get('lastChange') ?? Number.NaN);
    const shown = { lastChange, assignee };
    const result = await redeemActionLink(dependencies, link, parsed.input, shown);
    if (typeof result === 'object') {
      return await rerenderForm(409, { typed, problem: 'reopens', shown: result });
    }
    if (result === 'reassigned') return await rerenderForm(409, { typed, problem: result });
    if (result !== 'confirmed') return await rerenderForm(409, { typed });
    log.info({ inquiry, action: link.action }, 'An action link changed an inquiry');
    wakeDeliveries?.();
    return new Response(null, {
      status: 303,
      headers: { location: new URL(request.url).pathname },
    });
  } catch (error) {
    log.error({ fault: error, inquiry }, 'An action link confirmation could not be stored');
    return { view: toFailedView(link, typed, assignee, timeZone), status: getFailureStatus(error) };
  }

  async function rerenderForm(
    status: number,
    changes: Pick<OpenView, 'typed' | 'errors' | 'problem' | 'shown'>,
  ): Promise<ActionLinkResponse> {
    const view = toView(link, await loadActionLinkState(dependencies.store, link), timeZone);
    if (view.state === 'open') return { view: { ...view, ...changes }, status };
    if (view.state === 'deleted') return { view, status: 410 };
    return { view: withNote(view, typed), status: 409 };
  }
}

/** Adds the typed note to the page of a link that cannot be confirmed any more. */
const withNote = (view: ActionLinkView, { note }: Typed): ActionLinkView =>
  note && (view.state === 'used' || view.state === 'refused') ? { ...view, note } : view;
