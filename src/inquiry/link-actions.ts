import { spamRetentionDays } from '../content/periods.ts';
import type { IsoTime } from '../text/format-time.ts';
import {
  formatReviewState,
  isOpen,
  isSuspected,
  type ReviewState,
  type StatusChange,
  transition,
} from './status.ts';

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

interface ActionTexts {
  /** Label in e-mails. */
  label: string;
  /** Heading and button of the page. */
  confirm: string;
}

/** Sets a status. */
interface MarkAction extends ActionTexts {
  kind: 'mark';
  target: 'inquiry';
  change: StatusChange;
  /** Heading after the change. */
  done: string;
  /** Describes what a confirmation does. `responseDue`: formatted time. */
  effect: (responseDue: string) => string;
}

/** Sets the assignee. */
interface AssignAction extends ActionTexts {
  kind: 'assign';
  target: 'inquiry';
  /** Describes what a confirmation does. `since`: formatted time. */
  effect: (assignee: { name: string; since: string } | undefined) => string;
}

/** Takes a change back. */
interface ReopenAction extends ActionTexts {
  kind: 'reopen';
  target: 'change';
  /** Heading after the change. */
  done: string;
  /** Describes what a confirmation does. `before`: the state before the change. */
  effect: (before: ReviewState) => string;
}

/** Marks suspected spam as spam, as much as a page lists. */
interface MarkSuspectedAction extends ActionTexts {
  kind: 'mark-suspected';
  target: 'suspected';
}

export type LinkActionDetails = MarkAction | AssignAction | ReopenAction | MarkSuspectedAction;

/** The actions, in the order of the buttons in e-mails. */
export const linkActions = {
  qualify: {
    kind: 'mark',
    target: 'inquiry',
    label: 'Reviewed, qualified',
    change: { status: 'reviewed', qualified: true },
    confirm: 'Mark as reviewed and qualified',
    done: 'Marked as reviewed and qualified',
    effect: (responseDue) => `The response is then due ${responseDue}.`,
  },
  assign: {
    kind: 'assign',
    target: 'inquiry',
    label: 'Assign',
    confirm: 'Assign this inquiry',
    effect: (assignee) =>
      assignee
        ? `${assignee.name} has had this inquiry since ${assignee.since}. The team is notified who takes it over.`
        : 'This inquiry is unassigned. The team is notified who takes it.',
  },
  decline: {
    kind: 'mark',
    target: 'inquiry',
    label: 'Reviewed, declined',
    change: { status: 'declined' },
    confirm: 'Mark as reviewed and declined',
    done: 'Marked as reviewed and declined',
    effect: () =>
      'The inquiry is then closed. The inquirer is not notified. If you reply, you need not give a reason.',
  },
  respond: {
    kind: 'mark',
    target: 'inquiry',
    label: 'Responded',
    change: { status: 'responded' },
    confirm: 'Mark as responded',
    done: 'Marked as responded',
    effect: () => 'Respond to the inquirer first: this sends nothing. The inquiry is then closed.',
  },
  spam: {
    kind: 'mark',
    target: 'inquiry',
    label: 'Spam',
    change: { status: 'spam' },
    confirm: 'Mark as spam',
    done: 'Marked as spam',
    effect: () => `The inquiry is then closed, and deleted after ${spamRetentionDays} days.`,
  },
  'not-spam': {
    kind: 'mark',
    target: 'inquiry',
    label: 'Not spam',
    change: { status: 'new' },
    confirm: 'Mark as not spam',
    done: 'Marked as not spam',
    effect: () => 'The review is still due.',
  },
  reopen: {
    kind: 'reopen',
    target: 'change',
    label: 'Reopen',
    confirm: 'Reopen this inquiry',
    done: 'Reopened',
    effect: (before) =>
      `This takes back the last change. ${describeRestored(before)} The inquirer is not notified.`,
  },
  'spam-many': {
    kind: 'mark-suspected',
    target: 'suspected',
    label: 'Mark as spam',
    confirm: 'Mark as spam',
  },
} as const satisfies Record<LinkAction, LinkActionDetails>;

/** Describes the state that "Reopen" restores, and if anything is due in it. */
function describeRestored(state: ReviewState): string {
  if (isSuspected(state)) return 'The inquiry is then suspected spam again: nothing is due.';
  const status = `The status is then “${formatReviewState(state)}” again`;
  return isOpen(state) ? `${status}, with its deadline.` : `${status}.`;
}

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
