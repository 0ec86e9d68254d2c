import { slaMs } from '../inquiry/deadlines.ts';
import { labelFields } from '../inquiry/inquiry.ts';
import { formatTime } from '../inquiry/format-time.ts';
import type { ReviewState } from '../inquiry/status.ts';
import type { StoredInquiry } from '../store/inquiries/stored-inquiry.ts';
import { StoreUnavailable } from '../store/store-errors.ts';
import type { ConfirmationInput } from './confirmation-input.ts';
import type { ActionLinkState, Shown } from './redeem-action-link.ts';
import type { LinkAction, SignedLink } from './signed-links.ts';

/** An inquiry for display; times are formatted in the firm's time zone. */
export interface InquiryView {
  id: string;
  person: string;
  company: string;
  reviewState: ReviewState;
  assignee?: { name: string; since: string };
  times: { received: string; review: string; response: string };
  fields: { label: string; value: string }[];
}

/** A valid link that can be confirmed. */
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
  problem?: 'failed' | 'tooLarge' | 'reopens' | 'reassigned';
  /** What a confirmation has to repeat. With `lastChange`, this page asks to reopen the inquiry. */
  shown?: Shown;
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

export interface ActionLinkResponse {
  view: ActionLinkView;
  status: number;
  headers?: Record<string, string>;
}

/** Creates the view of a link's page, with times in `timeZone` (IANA name). */
export function toView(
  link: SignedLink,
  linkState: ActionLinkState,
  timeZone: string,
): ActionLinkView {
  if (linkState.state === 'deleted') return { state: 'deleted' };
  const { action } = link;
  const inquiry = toInquiryView(linkState.inquiry, timeZone);
  const shown = action === 'assign' && { shown: { assignee: linkState.inquiry.assignee ?? '' } };
  const format = (time: string) => formatTime(timeZone, Date.parse(time));
  switch (linkState.state) {
    case 'open':
      return { state: 'open', action, inquiry, expires: format(link.expiresAt), ...shown };
    case 'used':
      return { state: 'used', action, inquiry, usedAt: format(linkState.usedAt) };
    case 'refused':
      return { state: 'refused', reason: linkState.reason, inquiry };
  }
}

/** Creates the view of a confirmation that could not be stored, with what was typed. */
export const toFailedView = (
  { action, expiresAt }: SignedLink,
  typed: Required<OpenView>['typed'],
  assignee: string | undefined,
  timeZone: string,
): OpenView => ({
  state: 'open',
  action,
  expires: formatTime(timeZone, Date.parse(expiresAt)),
  typed,
  ...(assignee !== undefined && { shown: { assignee } }),
  problem: 'failed',
});

/** 503 for a temporary store failure, otherwise 500. */
export const getFailureStatus = (error: unknown): number =>
  error instanceof StoreUnavailable ? 503 : 500;

function toInquiryView(inquiry: StoredInquiry, timeZone: string) {
  const { id, firstName, lastName, company, status, qualified } = inquiry;
  const { receivedAt, assignee, assignedAt = receivedAt } = inquiry;
  const format = (time: string, afterMs = 0) => formatTime(timeZone, Date.parse(time) + afterMs);
  return {
    id,
    person: `${firstName} ${lastName}`,
    company,
    reviewState: { status, ...(qualified !== undefined && { qualified }) },
    ...(assignee && { assignee: { name: assignee, since: format(assignedAt) } }),
    times: {
      received: format(receivedAt),
      review: format(receivedAt, slaMs.review),
      response: format(receivedAt, slaMs.response),
    },
    fields: labelFields(inquiry),
  };
}
