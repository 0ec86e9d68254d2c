import type { FollowUpAction } from '../../../action-links/action-link.ts';
import type { Remarks } from '../../../action-links/confirmation-input.ts';
import type { Standing } from '../../../inquiry/transition.ts';

/** An inquiry as the team reads it; times are text in the firm's time zone. */
export interface InquiryView {
  id: string;
  person: string;
  company: string;
  standing: Standing;
  times: { received: string; review: string; response: string };
  fields: { label: string; value: string }[];
}

/** A link that still does what it says. */
export interface OpenView {
  state: 'open';
  action: FollowUpAction;
  /** Absent where a confirmation failed: then the inquiry may not be readable either. */
  inquiry?: InquiryView;
  expires: string;
  /** What was typed, when it comes back. */
  typed?: Record<keyof Remarks, string>;
  errors?: Partial<Record<keyof Remarks, string>>;
  /** Why nothing of it was taken. */
  problem?: 'failed' | 'tooLarge';
}

export interface UsedView {
  state: 'used';
  action: FollowUpAction;
  inquiry: InquiryView;
  usedAt: string;
  /** What was typed for a confirmation that came too late. */
  note?: string;
}

export interface RefusedView {
  state: 'refused';
  /** `unchanged`: the inquiry stands there already. */
  reason: 'unchanged' | 'not-allowed';
  inquiry: InquiryView;
  note?: string;
}

export type LiveView = OpenView | UsedView | RefusedView;

/** What the page behind a link of a mail shows. */
export type FollowUpView =
  | LiveView
  | { state: 'altered' | 'expired' | 'erased' | 'unavailable' }
  | { state: 'limited'; retryAfterSeconds: number };
