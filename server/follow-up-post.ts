import { confirmFollowUp } from '../inquiries/follow-up/confirm-follow-up.ts';
import { readFollowUp } from '../inquiries/follow-up/read-follow-up.ts';
import { parseRemarks } from '../inquiries/follow-up/remarks.ts';
import type { SignedLink } from '../inquiries/follow-up/signed-links.ts';
import type { Store } from '../inquiries/store.ts';
import { type FollowUpAnswer, statusOfFailure, toFailedView, toView } from './follow-up-view.ts';
import {
  createPostReader,
  type PostProblem,
  type ReadPost,
  type ReadPostDependencies,
} from './read-post.ts';
import { plainText } from './representation.ts';
import type { FollowUpView, OpenView } from './site.ts';

export interface FollowUpPostDependencies extends ReadPostDependencies {
  store: Store;
  /** The firm's (IANA name). */
  timeZone: string;
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

export type PostFollowUp = (
  request: Request,
  link: SignedLink,
) => Promise<FollowUpAnswer | Response>;

/** Confirms a link whose signature was verified. Whatever keeps it from that, what was typed stays. */
export function followUpPost(dependencies: FollowUpPostDependencies): PostFollowUp {
  const readPost = createPostReader('application/x-www-form-urlencoded', dependencies);
  return async (request, link) => confirm(await readPost(request), request, link, dependencies);
}

async function confirm(
  body: ReadPost,
  request: Request,
  link: SignedLink,
  dependencies: FollowUpPostDependencies,
): Promise<FollowUpAnswer | Response> {
  if (!body.ok && body.reason !== 'tooLarge') return refuse(body.reason);

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

function refuse(reason: keyof typeof refusals) {
  const { status, text } = refusals[reason];
  return plainText(status, text);
}
