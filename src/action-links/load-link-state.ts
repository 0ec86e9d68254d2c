import { findLastStatusChange, getStateBefore } from '../inquiry/history.ts';
import {
  type ChangeTarget,
  findRefusal,
  getNumberedAction,
  type InquiryTarget,
  type LinkActionDetails,
  linkActions,
  type SignedLink,
} from '../inquiry/link-actions.ts';
import { isOpen } from '../inquiry/status.ts';
import type { HistoryEntry, StoredInquiry } from '../inquiry/stored-inquiry.ts';
import { readSuspected } from '../store/inquiries/due-inquiries.ts';
import { findInquiry, readSuspicion } from '../store/inquiries/find-inquiry.ts';
import { readHistory } from '../store/inquiries/read-history.ts';
import { readKnownNames } from '../store/inquiries/read-known-names.ts';
import type { Database } from '../store/store.ts';
import { findLinkUse, type LinkUse } from '../store/used-links.ts';
import type { LinkState, LinkStep } from '../web/link-page/link-state.ts';

/**
 * Maximum number of inquiries on a page of suspected spam. Each costs nearly as much as a cached
 * page.
 */
const maxListed = 10;

/** A link to an action on one inquiry. */
export interface InquiryLink extends SignedLink {
  target: InquiryTarget | ChangeTarget;
}

/** Stored facts about a link and its inquiry. */
interface LinkFacts {
  inquiry: StoredInquiry;
  /** Oldest first. */
  history: HistoryEntry[];
  /** Reason to suspect spam, which the history lacks. Set only for a link "Reopen". */
  suspicion: string | undefined;
  /** The change that the link has made; undefined if it has made none. */
  use: LinkUse | undefined;
  /** Names that an assignment suggests: those of the team, and others in use. */
  assignees: string[];
}

/**
 * Loads the state of a link. `teamNames`: names of the team's mailboxes. Throws `StoreUnavailable`.
 */
export async function loadLinkState(
  store: Database,
  link: SignedLink,
  teamNames: readonly string[],
): Promise<LinkState> {
  const { target } = link;
  if (target.kind === 'suspected') {
    const suspected = await readSuspected(store, target.until, maxListed);
    const version = suspected.first.map(({ id }) => id).join();
    return { state: 'suspected', suspected, version, rejection: undefined };
  }
  return loadInquiryLink(store, { ...link, target }, teamNames);
}

/** Loads the state of a link to one inquiry. Throws `StoreUnavailable`. */
export async function loadInquiryLink(
  store: Database,
  link: InquiryLink,
  teamNames: readonly string[],
): Promise<LinkState> {
  const facts = await loadFacts(store, link, teamNames);
  return facts ? getLinkState(link, facts) : { state: 'deleted' };
}

/** Loads the facts about a link; undefined if its inquiry is deleted. */
async function loadFacts(
  store: Database,
  link: InquiryLink,
  teamNames: readonly string[],
): Promise<LinkFacts | undefined> {
  const { inquiryId } = link.target;
  const inquiry = await findInquiry(store, inquiryId);
  if (!inquiry) return undefined;
  return {
    inquiry,
    history: await readHistory(store, inquiryId),
    suspicion: link.target.kind === 'change' ? await readSuspicion(store, inquiryId) : undefined,
    use: await findLinkUse(store, toUsableLink(link)),
    assignees: link.action === 'assign' ? await readKnownNames(store, teamNames) : [],
  };
}

/** Returns the columns that identify a link among the used ones. */
export const toUsableLink = (link: InquiryLink) => ({
  inquiryId: link.target.inquiryId,
  action: getNumberedAction(link),
  expiresAt: link.expiresAt,
});

/** Derives the state of a link from stored facts. */
function getLinkState(link: InquiryLink, facts: LinkFacts): LinkState {
  const { target, action } = link;
  const { inquiry, history, use } = facts;
  const lastChange = history.at(-1);
  const lastStatusChangeNumber = findLastStatusChange(history)?.number;
  const closingChangeNumber = isOpen(inquiry) ? undefined : lastStatusChangeNumber;
  if (use) return { state: 'used', inquiry, lastChange, closingChangeNumber, ...use };
  const isLinkOutdated = target.kind === 'change' && target.changeNumber !== lastStatusChangeNumber;
  const reason = isLinkOutdated ? 'already-updated' : findRefusal(action, inquiry);
  if (reason) return { state: 'refused', inquiry, lastChange, closingChangeNumber, reason };
  const step = getStep(link, facts);
  const version =
    step.kind === 'assign' ? (inquiry.assignee ?? '') : String(lastStatusChangeNumber ?? 0);
  return { state: 'open', inquiry, lastChange, step, version, rejection: undefined };
}

/** Returns the step that the confirmation of an open link takes. */
function getStep({ target, action }: InquiryLink, facts: LinkFacts): LinkStep {
  const { history, suspicion, assignees } = facts;
  if (target.kind === 'change') {
    const before = getStateBefore(history, target.changeNumber);
    return { kind: 'reopen', before: { ...before, suspectedSpam: suspicion } };
  }
  const details: LinkActionDetails = linkActions[action];
  if (details.kind === 'mark') return { kind: 'mark', change: details.change };
  return { kind: 'assign', assignees };
}
