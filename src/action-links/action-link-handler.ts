import type { Context, MiddlewareHandler } from 'hono';
import { setCookie } from 'hono/cookie';
import type { LinkSecrets } from '../config/setting-values.ts';
import { isRead, negotiateResponse, plainTextResponse } from '../http/negotiate.ts';
import type { SiteHandler } from '../http/pages/site-build.ts';
import { type PostError, postErrors } from '../http/post-errors.ts';
import { parseForm, readPost } from '../http/request/read-post.ts';
import { maxConfirmationBytes } from '../http/request-limits.ts';
import { maxChangeLengths } from '../inquiry/history.ts';
import type { SignedLink } from '../inquiry/link-actions.ts';
import { type LimitedLog, limitLog, type Log } from '../log/limit-log.ts';
import { StoreUnavailable } from '../store/store-errors.ts';
import type { IsoTime } from '../text/format-time.ts';
import type {
  InitialValues,
  LinkState,
  RefusedLink,
  UsedLink,
} from '../web/link-page/link-state.ts';
import type { ActionLinkView } from '../web/link-page/link-view.ts';
import { loadLinkState } from './load-link-state.ts';
import {
  type LinkContext,
  type PostedConfirmation,
  redeemActionLink,
} from './redeem-action-link.ts';
import { type LinkVerification, signPath, verifyActionLink } from './signed-links.ts';

export interface ActionLinkDependencies extends LinkContext {
  log: Log;
  /** The site's origin, such as https://www.example.com. */
  publicUrl: string | undefined;
  secrets: LinkSecrets;
  getPages: SiteHandler['getPages'];
  /** Called after a change, to send its notifications at once. */
  wakeDeliveries?: (() => void) | undefined;
}

/**
 * The URL is a credential. These headers prevent caching, indexing and referrers that contain it.
 */
const privacyHeaders = {
  'cache-control': 'no-store',
  // With no-referrer, browsers would post the confirmation with `Origin: null`.
  'referrer-policy': 'strict-origin',
  'x-robots-tag': 'noindex, nofollow',
};

/** Cookie with the name that somebody entered on the page of a link, for the next page. */
const nameCookie = 'name';

/** Exceeds the longest version: the ids of suspected spam that a page lists. */
const maxVersionLength = 1000;

const rejectionText =
  'This request did not come from our form, so the inquiry was not changed. Open the link in the email again and confirm it there.';

/**
 * Creates the handler of action links, whose signature is the only credential: GET shows the
 * action, POST confirms it. Calls `next` for other paths.
 */
export function createActionLinkHandler(dependencies: ActionLinkDependencies): MiddlewareHandler {
  const { secrets, clock } = dependencies;
  const handler = new ActionLinkHandler(dependencies);
  return async (context, next) => {
    const verified = verifyActionLink(secrets, new URL(context.req.url).pathname, clock());
    if (!verified) return next();
    return handler.respond(context, verified);
  };
}

class ActionLinkHandler {
  readonly #dependencies: ActionLinkDependencies;
  readonly #errorLog: LimitedLog;

  constructor(dependencies: ActionLinkDependencies) {
    this.#dependencies = dependencies;
    this.#errorLog = limitLog(dependencies.log);
  }

  async respond(context: Context, verified: LinkVerification): Promise<Response> {
    const { method } = context.req;
    if (!isRead(method) && method !== 'POST') {
      const line = 'This address is a page with a form. Open it in a browser.';
      return plainTextResponse(405, line, { ...privacyHeaders, allow: 'GET, HEAD, POST' });
    }
    if (verified.state !== 'valid') {
      const status = verified.state === 'expired' ? 410 : 404;
      return this.#render(context, verified, status);
    }
    const { link, path } = verified;
    return isRead(method) ? this.#show(context, link) : this.#confirm(context, link, path);
  }

  async #show(context: Context, link: SignedLink): Promise<Response> {
    const { store, teamNames } = this.#dependencies;
    try {
      const state = await loadLinkState(store, link, teamNames);
      const knownName = readKnownName(context.req.header('cookie'));
      const values = { by: knownName, note: undefined, assignee: knownName };
      const status = state.state === 'deleted' ? 410 : 200;
      return await this.#render(context, this.#toView(link, state, values), status);
    } catch (error) {
      const fields = { fault: error, inquiry: getInquiryId(link) };
      this.#errorLog.error(fields, 'An action link could not be displayed');
      return this.#render(context, { state: 'unavailable' }, getFailureStatus(error));
    }
  }

  /** Confirms a verified link. After an error, the page keeps what was typed. */
  async #confirm(context: Context, link: SignedLink, path: string): Promise<Response> {
    const { publicUrl } = this.#dependencies;
    const body = readPost(context, 'application/x-www-form-urlencoded', publicUrl);
    if (!body.ok) return this.#rejectBody(context, body.error);
    if (Buffer.byteLength(body.value) > maxConfirmationBytes)
      return this.#rejectBody(context, postErrors.tooLarge);

    const posted = readConfirmation(body.value);
    const { fields, version } = posted;
    try {
      const result = await redeemActionLink(this.#dependencies, link, posted);
      if (result.outcome === 'rejected') {
        const view = this.#toView(link, result.state, fields);
        return await this.#render(context, view, getRejectionStatus(result.state));
      }
      this.#reportChange(link, result.outcome);
      return this.#redirect(context, path, fields.by);
    } catch (error) {
      const errorFields = { fault: error, inquiry: getInquiryId(link) };
      this.#errorLog.error(errorFields, 'An action link confirmation could not be stored');
      const { action, expiresAt } = link;
      const view = { state: 'unsaved', action, expiresAt, version, values: fields } as const;
      return this.#render(context, view, getFailureStatus(error));
    }
  }

  /** Logs a change, and wakes the delivery of its notifications. A repeat changes nothing. */
  #reportChange(link: SignedLink, outcome: 'confirmed' | 'repeated') {
    const { log, wakeDeliveries } = this.#dependencies;
    const fields = { inquiry: getInquiryId(link), action: link.action };
    if (outcome === 'repeated') {
      log.info(fields, 'An action link was confirmed again');
    } else {
      log.info(fields, 'An action link changed an inquiry');
      wakeDeliveries?.();
    }
  }

  /** Rejects a confirmation that was not read. Does not query the store. */
  async #rejectBody(context: Context, { status, audience, form }: PostError): Promise<Response> {
    if (audience === 'program') return plainTextResponse(status, rejectionText, privacyHeaders);
    const state = form === 'tooLarge' ? 'tooLarge' : 'unread';
    return this.#render(context, { state }, status);
  }

  /** Redirects to the page of a confirmed link, and remembers the name of the person. */
  #redirect(context: Context, path: string, name: string): Response {
    const { publicUrl } = this.#dependencies;
    setCookie(context, nameCookie, name.trim(), {
      path: '/follow-up',
      maxAge: 365 * 24 * 60 * 60,
      httpOnly: true,
      // With Strict, links in webmail would send no cookie, because they come from another site.
      sameSite: 'Lax',
      secure: publicUrl?.startsWith('https:') ?? false,
    });
    for (const [header, value] of Object.entries(privacyHeaders)) context.header(header, value);
    return context.redirect(path, 303);
  }

  async #render({ req }: Context, view: ActionLinkView, status: number): Promise<Response> {
    const pages = await this.#dependencies.getPages();
    const page = pages.renderActionLink(view, status);
    const headers: Record<string, string> = { ...page.headers, ...privacyHeaders };
    // Set the header before the response is created: a later change makes its body a stream.
    if (status === 503) headers['retry-after'] = '5';
    return negotiateResponse(req.raw, { ...page, headers });
  }

  /** Returns the data of the page of a link, with the initial values of its form. */
  #toView(link: SignedLink, state: LinkState, values: InitialValues): ActionLinkView {
    const { action, expiresAt } = link;
    switch (state.state) {
      case 'open':
        return { ...state, action, expiresAt, values };
      case 'suspected': {
        const notSpamPaths = state.suspected.first.map(({ id }) =>
          this.#signNotSpamPath(id, expiresAt),
        );
        return { ...state, action, expiresAt, values, notSpamPaths };
      }
      case 'used':
      case 'refused': {
        const reopenPath = this.#signReopenPath(state, expiresAt);
        return { ...state, action, unsavedNote: values.note, reopenPath };
      }
      case 'deleted':
        return state;
    }
  }

  /** Signs a link that reopens a closed inquiry. It expires with the current one. */
  #signReopenPath({ inquiry, closingChangeNumber }: UsedLink | RefusedLink, expiresAt: IsoTime) {
    if (closingChangeNumber === undefined) return undefined;
    const changeNumber = closingChangeNumber;
    const target = { kind: 'change', inquiryId: inquiry.id, changeNumber } as const;
    const [secret] = this.#dependencies.secrets;
    return signPath(secret, { target, action: 'reopen', expiresAt });
  }

  /** Signs a link that marks a suspected inquiry as not spam. It expires with the current one. */
  #signNotSpamPath(inquiryId: string, expiresAt: IsoTime) {
    const target = { kind: 'inquiry', inquiryId } as const;
    const [secret] = this.#dependencies.secrets;
    return signPath(secret, { target, action: 'not-spam', expiresAt });
  }
}

/** Reads the fields of a posted form. A missing field is empty. */
function readConfirmation(text: string): PostedConfirmation {
  const params = parseForm(text);
  const read = (name: string) => params.get(name) ?? '';
  return {
    fields: { by: read('by'), note: read('note'), assignee: read('assignee') },
    // Pages of earlier versions post this under another name: their confirmation counts as
    // outdated.
    version: read('version').slice(0, maxVersionLength),
    questionedName: read('questioned').slice(0, maxChangeLengths.by),
  };
}

/** Returns the id of the inquiry, for the log. Undefined for a link to many inquiries. */
const getInquiryId = ({ target }: SignedLink) =>
  target.kind === 'suspected' ? undefined : target.inquiryId;

/** Reads the remembered name from the header; undefined if there is none. */
function readKnownName(header: string | undefined): string | undefined {
  const [, value] = /(?:^|;) *name=([^;]*)/.exec(header ?? '') ?? [];
  if (!value) return undefined;
  // Not `getCookie` of Hono: it decodes each malformed sequence separately, which takes 6 ms for
  // 8 kB.
  try {
    return decodeURIComponent(value).slice(0, maxChangeLengths.by);
  } catch {
    return undefined;
  }
}

/** Returns 503 for a temporary failure of the store, otherwise 500. */
const getFailureStatus = (error: unknown) => (error instanceof StoreUnavailable ? 503 : 500);

/** Returns the status of the response to a rejected confirmation. */
function getRejectionStatus(link: LinkState): number {
  switch (link.state) {
    case 'deleted':
      return 410;
    case 'open':
    case 'suspected':
      return link.rejection?.problem === 'invalid' ? 422 : 409;
    case 'used':
    case 'refused':
      return 409;
  }
}
