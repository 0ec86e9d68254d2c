import type { IsoTime } from '../text/format-time.ts';
import { isOpen, type ReviewState, type StatusChange, transition } from './status.ts';

export type LinkAction =
  'qualify' | 'assign' | 'decline' | 'respond' | 'spam' | 'not-spam' | 'reopen' | 'spam-many';

export type LinkTarget = InquiryTarget | ChangeTarget | SuspectedTarget;

export interface InquiryTarget {
  kind: 'inquiry';
  inquiryId: string;
}

/** A change that "Reopen" takes back. */
export interface ChangeTarget {
  kind: 'change';
  inquiryId: string;
  /** Number among the changes of the inquiry, from 1. */
  changeNumber: number;
}

/** The suspected spam that arrived until a time. */
export interface SuspectedTarget {
  kind: 'suspected';
  until: IsoTime;
}

/** Signed content of a link. */
export interface SignedLink {
  target: LinkTarget;
  action: LinkAction;
  expiresAt: IsoTime;
}

/**
 * Returns the action of a link, with the number of the change that it takes back. The number tells apart
 * successive Reopen links with one expiry.
 */
export const getNumberedAction = ({ action, target }: SignedLink): string =>
  target.kind === 'change' ? `${action}-${target.changeNumber}` : action;

/** Sets a status. */
interface MarkAction {
  kind: 'mark';
  target: 'inquiry';
  change: StatusChange;
}

/** Sets the assignee. */
interface AssignAction {
  kind: 'assign';
  target: 'inquiry';
}

/** Takes a change back. */
interface ReopenAction {
  kind: 'reopen';
  target: 'change';
}

/** Marks suspected spam as spam, as much as a page lists. */
interface MarkSuspectedAction {
  kind: 'mark-suspected';
  target: 'suspected';
}

export type LinkActionDetails = (MarkAction | AssignAction | ReopenAction | MarkSuspectedAction) & {
  /** Label in e-mails. */
  label: string;
};

/** The actions, in the order of the buttons in e-mails. */
export const linkActions = {
  qualify: {
    kind: 'mark',
    target: 'inquiry',
    label: 'Reviewed, qualified',
    change: { status: 'reviewed', qualified: true },
  },
  assign: { kind: 'assign', target: 'inquiry', label: 'Assign' },
  decline: {
    kind: 'mark',
    target: 'inquiry',
    label: 'Reviewed, declined',
    change: { status: 'declined' },
  },
  respond: {
    kind: 'mark',
    target: 'inquiry',
    label: 'Responded',
    change: { status: 'responded' },
  },
  spam: { kind: 'mark', target: 'inquiry', label: 'Spam', change: { status: 'spam' } },
  'not-spam': { kind: 'mark', target: 'inquiry', label: 'Not spam', change: { status: 'new' } },
  reopen: { kind: 'reopen', target: 'change', label: 'Reopen' },
  'spam-many': { kind: 'mark-suspected', target: 'suspected', label: 'Mark as spam' },
} as const satisfies Record<LinkAction, LinkActionDetails>;

/** Writes the label of a link as that of a button, such as "Mark as Reviewed and Qualified". */
export const toTitleCase = (label: string): string =>
  label.replaceAll(/\b(?!(?:and|as)\b)[a-z]/g, (letter) => letter.toUpperCase());

/** Ends the name of a change's author: anybody who has a link can enter any name. */
export const linkSource = ' (link in an e-mail)';

/** Returns who made a change; undefined if nobody was named, as links did not ask before. */
export const getAuthor = ({ by }: { by?: string }): string | undefined =>
  by === 'link in an e-mail' ? undefined : by?.replace(linkSource, '');

/**
 * `already-updated`: it has the status, or one that only the command or "Reopen" takes back. `marked-as-spam`:
 * it has to be judged as no spam first. `closed`: an inquiry for which nothing is due is not assigned.
 */
export type LinkRefusal = 'already-updated' | 'marked-as-spam' | 'closed';

/**
 * Returns why a link refuses its action; undefined if it leads forward in `transitions`. "Reopen", which takes
 * back a change, is not limited by them.
 */
export function findRefusal(action: LinkAction, inquiry: ReviewState): LinkRefusal | undefined {
  const details: LinkActionDetails = linkActions[action];
  switch (details.kind) {
    case 'mark':
      return findMarkRefusal(details.change, inquiry);
    case 'assign':
      return findAssignRefusal(inquiry);
    case 'reopen':
    case 'mark-suspected':
      return undefined;
  }
}

function findMarkRefusal(change: StatusChange, inquiry: ReviewState): LinkRefusal | undefined {
  const result = transition(inquiry, change);
  if (result.ok && result.direction === 'forward') return undefined;
  const needsReopening = inquiry.status === 'spam' && change.status !== 'spam';
  return needsReopening ? 'marked-as-spam' : 'already-updated';
}

function findAssignRefusal(inquiry: ReviewState): LinkRefusal | undefined {
  if (isOpen(inquiry)) return undefined;
  return inquiry.status === 'spam' ? 'marked-as-spam' : 'closed';
}
