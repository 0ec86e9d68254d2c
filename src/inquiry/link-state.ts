import type { LinkRefusal } from './link-actions.ts';
import type { ReviewState } from './status.ts';
import type { HistoryEntry, NewestInquiries, StoredInquiry } from './stored-inquiry.ts';

/** The fields of the confirmation form. `by` is required, and the `assignee` of an assignment. */
export type ConfirmationFields = Record<'by' | 'note' | 'assignee', string>;

/** Why a confirmation was rejected. `changed`: a colleague changed what the page showed. */
export interface Rejection {
  problem?: 'failed' | 'tooLarge' | 'changed';
  errors?: Partial<ConfirmationFields>;
}

/** State of a link, which its page shows. Times are ISO 8601 in UTC. */
export interface LinkState extends Rejection {
  state: 'open' | 'used' | 'refused' | 'deleted';
  inquiry?: StoredInquiry;
  lastChange?: HistoryEntry | undefined;
  /** Of a closed inquiry: number of the change that gave it its status; 0 for none. */
  closedBy?: number;
  /** Of a link for all suspected spam until a time, which is used when none is left. */
  suspected?: NewestInquiries;
  /** Of an open link: the state that its page shows, and that a confirmation repeats. */
  shown?: string;
  /** Of "Reopen": the state to which it goes back. */
  before?: ReviewState | undefined;
  /** Of an assignment: names in use. */
  assignees?: string[];
  /** Of a used link: the change that was made with it. */
  usedAt?: string;
  usedBy?: string | null;
  usedNote?: string | null;
  /** Reason why the inquiry's status refuses the action. */
  reason?: LinkRefusal;
}
