import type { IsoTime } from '../text/format-time.ts';
import { isOpen, type ReviewState, type StatusChange, transition } from './status.ts';

export type LinkAction =
  'qualify' | 'assign' | 'decline' | 'respond' | 'spam' | 'not-spam' | 'reopen' | 'spam-many';

export type LinkTarget = InquiryTarget | ChangeTarget | SuspectedTarget;

export interface InquiryTarget {
  kind: 'inquiry';
  inquiryId: string;
}

/** A change that "Reopen" reverts. */
export interface ChangeTarget {
  kind: 'change';
  inquiryId: string;
  /** Number of the change in the history of the inquiry, from 1. */
  changeNumber: number;
}

/** All suspected spam that arrived until a time. */
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
 * Returns the action of a link, followed by the number of the change that it reverts. The number
 * distinguishes successive Reopen links with the same expiry.
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

/** Reverts a change. */
interface ReopenAction {
  kind: 'reopen';
  target: 'change';
}

/** Marks the listed suspected spam as spam. */
interface MarkSuspectedAction {
  kind: 'mark-suspected';
  target: 'suspected';
}

export type LinkActionDetails = (MarkAction | AssignAction | ReopenAction | MarkSuspectedAction) & {
  /** Label in e-mails. */
  label: string;
};

/** Actions, in the order of the buttons in e-mails. */
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

/** Capitalizes the label of a link for a button, such as "Mark as Reviewed and Qualified". */
export const toTitleCase = (label: string): string =>
  label.replaceAll(/\b(?!(?:and|as)\b)[a-z]/g, (letter) => letter.toUpperCase());

/** Suffix of the author of a change by link, because anybody with the link can enter any name. */
export const linkSource = ' (link in an e-mail)';

/**
 * Returns the author of a change; undefined for changes by links from before they asked for a name.
 */
export const getAuthor = ({ by }: { by?: string }): string | undefined =>
  by === 'link in an e-mail' ? undefined : by?.replace(linkSource, '');

/**
 * `already-updated`: the inquiry has the status, or one that only the command or "Reopen" can
 * revert. `marked-as-spam`: it must first be judged as no spam. `closed`: nothing is due, so it is
 * not assigned.
 */
export type LinkRefusal = 'already-updated' | 'marked-as-spam' | 'closed';

/**
 * Returns why a link refuses its action. Undefined for a forward change of `transitions`, and for
 * "Reopen", which `transitions` do not limit.
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
