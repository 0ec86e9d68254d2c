import type { SignedLink } from '../../action-links/signed-links.ts';
import type { FollowUp } from '../../action-links/verify-action-link.ts';
import { promisedMs } from '../../inquiry/deadlines.ts';
import { labelledFields } from '../../inquiry/field-labels.ts';
import { timeIn } from '../../inquiry/format-time.ts';
import type { StoredInquiry } from '../../store/inquiries/stored-inquiry.ts';
import { StoreUnavailable } from '../../store/store-errors.ts';
import type { FollowUpView, OpenView } from '../pages/site.ts';

export interface ActionLinkResponse {
  view: FollowUpView;
  status: number;
  headers?: Record<string, string>;
}

/** Creates the view of a link's page, with times in `timeZone` (IANA name). */
export function toView(link: SignedLink, followUp: FollowUp, timeZone: string): FollowUpView {
  if (followUp.state === 'erased') return { state: 'erased' };
  const { action } = link;
  const inquiry = toInquiryView(followUp.inquiry, timeZone);
  const formatTime = (time: string) => timeIn(timeZone, Date.parse(time));
  switch (followUp.state) {
    case 'open':
      return { state: 'open', action, inquiry, expires: formatTime(link.expiresAt) };
    case 'used':
      return { state: 'used', action, inquiry, usedAt: formatTime(followUp.usedAt) };
    case 'refused':
      return { state: 'refused', reason: followUp.reason, inquiry };
  }
}

/** Creates the view of a confirmation that could not be stored, with what was typed. */
export const toFailedView = (
  { action, expiresAt }: SignedLink,
  typed: Required<OpenView>['typed'],
  timeZone: string,
): OpenView => ({
  state: 'open',
  action,
  expires: timeIn(timeZone, Date.parse(expiresAt)),
  typed,
  problem: 'failed',
});

/** 503 for a temporary store failure, otherwise 500. */
export const getFailureStatus = (error: unknown): number =>
  error instanceof StoreUnavailable ? 503 : 500;

function toInquiryView(inquiry: StoredInquiry, timeZone: string) {
  const { id, firstName, lastName, company, status, qualified, receivedAt } = inquiry;
  const formatDeadline = (afterMs: number) => timeIn(timeZone, Date.parse(receivedAt) + afterMs);
  return {
    id,
    person: `${firstName} ${lastName}`,
    company,
    standing: { status, ...(qualified !== undefined && { qualified }) },
    times: {
      received: formatDeadline(0),
      review: formatDeadline(promisedMs.review),
      response: formatDeadline(promisedMs.response),
    },
    fields: labelledFields(inquiry),
  };
}
