import type { LinkRefusal } from '../../inquiry/link-actions.ts';
import type { ReviewState } from '../../inquiry/status.ts';
import type { HistoryEntry, NewestInquiries, StoredInquiry } from '../../inquiry/stored-inquiry.ts';

/** The fields of the confirmation form. `by` is required, and the `assignee` of an assignment. */
export type ConfirmationFields = Record<'by' | 'note' | 'assignee', string>;

/** The form that confirms a link, and why its last confirmation was rejected. */
export interface ConfirmationForm {
  /** What the page shows of the inquiry. A confirmation repeats it, because it must not have changed. */
  shown: string;
  /** Names that an assignment suggests. */
  assignees?: string[];
  /** Name that the browser entered last. */
  knownName?: string | undefined;
  typed?: ConfirmationFields;
  errors?: Partial<ConfirmationFields>;
  /** `changed`: a colleague changed what the page showed. */
  problem?: 'failed' | 'changed';
}

/** State of a link, which its page shows. Times are ISO 8601 in UTC. */
export type LinkState = OpenLink | SettledLink | SuspectedLink | { state: 'deleted' };

/** A link that can be confirmed. */
export interface OpenLink extends ConfirmationForm {
  state: 'open';
  inquiry: StoredInquiry;
  lastChange: HistoryEntry | undefined;
  /** Of "Reopen": the state to which it goes back. */
  before: ReviewState | undefined;
}

/** A link that was used for a change, or that the inquiry's status refuses. */
export type SettledLink = (
  | { state: 'used'; usedAt: string; usedBy: string | null; usedNote: string | null }
  | { state: 'refused'; reason: LinkRefusal }
) & {
  inquiry: StoredInquiry;
  lastChange: HistoryEntry | undefined;
  /** Number of the change that closed the inquiry; 0 if it is open, or was imported as closed. */
  closedBy: number;
};

/** The link for all suspected spam until a time. It can be confirmed until none is left. */
export interface SuspectedLink extends ConfirmationForm {
  state: 'suspected';
  suspected: NewestInquiries;
}
