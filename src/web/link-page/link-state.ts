import type { LinkRefusal } from '../../inquiry/link-actions.ts';
import type { ReviewState, StatusChange } from '../../inquiry/status.ts';
import type { FirstInquiries, HistoryEntry, StoredInquiry } from '../../inquiry/stored-inquiry.ts';
import type { IsoTime } from '../../text/format-time.ts';

/** Fields of the confirmation form. `by` is required, and for an assignment also `assignee`. */
export interface ConfirmationFields {
  by: string;
  note: string;
  assignee: string;
}

/**
 * Initial values of the fields: the typed ones, or the name that was last entered in this browser.
 */
export interface InitialValues {
  by: string | undefined;
  note: string | undefined;
  assignee: string | undefined;
}

/** State of a link, shown on its page. */
export type LinkState = OpenLink | UsedLink | RefusedLink | SuspectedLink | DeletedLink;

/** An inquiry with the last change, for the page of a link. */
export interface ShownInquiry {
  inquiry: StoredInquiry;
  /** Undefined if nothing has changed since the inquiry arrived. */
  lastChange: HistoryEntry | undefined;
}

/** A link that can be confirmed. */
export interface OpenLink extends ShownInquiry {
  state: 'open';
  step: LinkStep;
  /**
   * Version of the shown data. The confirmation posts it back and is rejected if it has changed.
   * For an assignment it is the assignee, otherwise the number of the last status change.
   */
  version: string;
  rejection: Rejection | undefined;
}

/** Effect of a confirmation. */
export type LinkStep =
  | { kind: 'mark'; change: StatusChange }
  /** `assignees`: names to suggest. */
  | { kind: 'assign'; assignees: string[] }
  /** `before`: state that is restored. */
  | { kind: 'reopen'; before: ReviewState };

/** Reason why the last confirmation was rejected. */
export type Rejection =
  /** A colleague has changed the shown data. */
  | { problem: 'changed' }
  | { problem: 'invalid'; errors: Partial<ConfirmationFields> }
  /** Nobody on the team has the name of the assignee. A second confirmation accepts it. */
  | { problem: 'unknown-name'; name: string };

interface SettledLink extends ShownInquiry {
  /**
   * Number of the change that closed the inquiry; undefined if it is open, or was imported as
   * closed.
   */
  closingChangeNumber: number | undefined;
}

/** A link that made a change. */
export interface UsedLink extends SettledLink {
  state: 'used';
  usedAt: IsoTime;
  usedBy: string | null;
  usedNote: string | null;
}

/** A link whose action is not allowed in the inquiry's status. */
export interface RefusedLink extends SettledLink {
  state: 'refused';
  reason: LinkRefusal;
}

/** A link for the suspected spam that arrived until a time. It can be used until none is left. */
export interface SuspectedLink {
  state: 'suspected';
  suspected: FirstInquiries;
  /** Ids of the listed inquiries, separated by commas. A confirmation marks only these. */
  version: string;
  rejection: Rejection | undefined;
}

export interface DeletedLink {
  state: 'deleted';
}
