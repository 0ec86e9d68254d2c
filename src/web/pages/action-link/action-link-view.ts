import type { LinkAction } from '../../../action-links/action-link.ts';
import type { ConfirmationInput } from '../../../action-links/confirmation-input.ts';
import type { ReviewState } from '../../../inquiry/transition.ts';

/** An inquiry for display; times are formatted in the firm's time zone. */
export interface InquiryView {
  id: string;
  person: string;
  company: string;
  reviewState: ReviewState;
  times: { received: string; review: string; response: string };
  fields: { label: string; value: string }[];
}

/** A valid link that has not been used. */
export interface OpenView {
  state: 'open';
  action: LinkAction;
  /** Absent after a failed confirmation, since the inquiry may not be readable. */
  inquiry?: InquiryView;
  expires: string;
  /** The rejected values. */
  typed?: Record<keyof ConfirmationInput, string>;
  errors?: Partial<Record<keyof ConfirmationInput, string>>;
  /** Reason of a rejected confirmation. `reopens`: the inquiry is closed. */
  problem?: 'failed' | 'tooLarge' | 'reopens';
  /** Number of the last status change, after which this page asks to reopen the inquiry. */
  lastChange?: number;
}

export interface UsedView {
  state: 'used';
  action: LinkAction;
  inquiry: InquiryView;
  usedAt: string;
  /** Note of a confirmation that came too late. */
  note?: string;
}

export interface RefusedView {
  state: 'refused';
  /** `unchanged`: the inquiry has that status already. */
  reason: 'unchanged' | 'not-allowed';
  inquiry: InquiryView;
  note?: string;
}

export type InquiryLinkView = OpenView | UsedView | RefusedView;

/** State of an action link's page. */
export type ActionLinkView =
  | InquiryLinkView
  | { state: 'incomplete' | 'invalidSignature' | 'expired' | 'deleted' | 'unavailable' }
  | { state: 'limited'; retryAfterSeconds: number };
