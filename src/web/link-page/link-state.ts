import type { LinkRefusal } from '../../inquiry/link-actions.ts';
import type { ReviewState, StatusChange } from '../../inquiry/status.ts';
import type { FirstInquiries, HistoryEntry, StoredInquiry } from '../../inquiry/stored-inquiry.ts';
import type { IsoTime } from '../../text/format-time.ts';

/** The fields of the confirmation form. `by` is required, and the `assignee` of an assignment. */
export interface ConfirmationFields {
  by: string;
  note: string;
  assignee: string;
}

/** Initial values of the fields: what was typed, or the name that this browser entered last. */
export interface InitialValues {
  by: string | undefined;
  note: string | undefined;
  assignee: string | undefined;
}

/** State of a link, which its page shows. */
export type LinkState = OpenLink | UsedLink | RefusedLink | SuspectedLink | DeletedLink;

/** An inquiry, as the page of a link shows it. */
export interface ShownInquiry {
  inquiry: StoredInquiry;
  /** Undefined if nothing has changed since the arrival. */
  lastChange: HistoryEntry | undefined;
}

/** A link that can be confirmed. */
export interface OpenLink extends ShownInquiry {
  state: 'open';
  step: LinkStep;
  /**
   * Version of what the page shows, which a confirmation repeats, because it must not have changed: the
   * assignee for an assignment, otherwise the number of the last status change.
   */
  version: string;
  rejection: Rejection | undefined;
}

/** Effect of a confirmation. */
export type LinkStep =
  | { kind: 'mark'; change: StatusChange }
  /** `assignees`: names to suggest. */
  | { kind: 'assign'; assignees: string[] }
  /** `before`: the state to which it goes back. */
  | { kind: 'reopen'; before: ReviewState };

/** Reason why the last confirmation was rejected. */
export type Rejection =
  /** A colleague changed what the page showed. */
  | { problem: 'changed' }
  | { problem: 'invalid'; errors: Partial<ConfirmationFields> }
  /** Nobody of the team has the name of the assignee. Confirming it again is enough. */
  | { problem: 'unknown-name'; name: string };

interface SettledLink extends ShownInquiry {
  /** Number of the change that closed the inquiry; undefined if it is open, or was imported as closed. */
  closingChangeNumber: number | undefined;
}

/** A link that made a change. */
export interface UsedLink extends SettledLink {
  state: 'used';
  usedAt: IsoTime;
  usedBy: string | null;
  usedNote: string | null;
}

/** A link whose action the inquiry's status refuses. */
export interface RefusedLink extends SettledLink {
  state: 'refused';
  reason: LinkRefusal;
}

/** The link for the suspected spam until a time. It can be confirmed until none is left. */
export interface SuspectedLink {
  state: 'suspected';
  suspected: FirstInquiries;
  /** The ids of the inquiries that the page shows, separated by commas: a confirmation marks no others. */
  version: string;
  rejection: Rejection | undefined;
}

export interface DeletedLink {
  state: 'deleted';
}
