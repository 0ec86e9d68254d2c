import type { MiddlewareHandler } from 'hono';
import { readFollowUp } from '../inquiries/follow-up/read-follow-up.ts';
import {
  type LinkSecrets,
  type ReadLink,
  readFollowUpLink,
  type SignedLink,
} from '../inquiries/follow-up/signed-links.ts';
import { type FollowUpPostDependencies, postFollowUp } from './follow-up-post.ts';
import { type FollowUpAnswer, statusOfFailure, toView } from './follow-up-view.ts';
import type { Pages } from './pages.ts';
import { answer } from './representation.ts';

export interface FollowUpDependencies extends FollowUpPostDependencies {
  secrets: LinkSecrets;
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

  return async ({ req: { url, raw: request } }, next) => {
    const read = readFollowUpLink(secrets, new URL(url).pathname, clock());
    if (!read) return next();

    const answered = await respond(request, read, dependencies);
    const response =
      answered instanceof Response
        ? answered
        : answer(request, await renderFollowUp(answered.view, answered.status));
    for (const [name, value] of Object.entries(privacyHeaders)) response.headers.set(name, value);
    if (response.status === 503) response.headers.set('retry-after', '5');
    return response;
  };
}

async function respond(
  request: Request,
  read: ReadLink,
  dependencies: FollowUpPostDependencies,
): Promise<FollowUpAnswer | Response> {
  const { method } = request;
  const isRead = method === 'GET' || method === 'HEAD';
  if (!isRead && method !== 'POST') return notAllowed();
  if (read.outcome !== 'valid') {
    const state = read.outcome;
    return { view: { state }, status: state === 'expired' ? 410 : 404 };
  }
  return isRead ? show(read.link, dependencies) : postFollowUp(request, read.link, dependencies);
}

async function show(
  link: SignedLink,
  { store, timeZone, log }: FollowUpPostDependencies,
): Promise<FollowUpAnswer> {
  try {
    const view = toView(link, await readFollowUp(store, link), timeZone);
    return { view, status: view.state === 'erased' ? 410 : 200 };
  } catch (error) {
    log.error({ err: error, inquiry: link.inquiryId }, 'A follow-up could not be shown');
    return { view: { state: 'unavailable' }, status: statusOfFailure(error) };
  }
}

const notAllowed = () =>
  new Response('This address is a page with a form. Open it in a browser.\n', {
    status: 405,
    headers: { allow: 'GET, HEAD, POST', 'content-type': 'text/plain; charset=utf-8' },
  });
