import type { SignedLink } from '../../action-links/signed-links.ts';
import type { FollowUp } from '../../action-links/verify-action-link.ts';
import { promisedMs } from '../../inquiry/deadlines.ts';
import { labelledFields } from '../../inquiry/field-labels.ts';
import { timeIn } from '../../inquiry/format-time.ts';
import type { StoredInquiry } from '../../store/inquiries/stored-inquiry.ts';
import { StoreUnavailable } from '../../store/store-errors.ts';
import type { FollowUpView, OpenView } from '../pages/site.ts';

export interface FollowUpAnswer {
  view: FollowUpView;
  status: number;
  headers?: Record<string, string>;
}

/** What the page of a link shows; times are those of `timeZone` (IANA name). */
export function toView(link: SignedLink, followUp: FollowUp, timeZone: string): FollowUpView {
  if (followUp.state === 'erased') return { state: 'erased' };
  const { action } = link;
  const inquiry = toInquiryView(followUp.inquiry, timeZone);
  const timeOf = (time: string) => timeIn(timeZone, Date.parse(time));
  switch (followUp.state) {
    case 'open':
      return { state: 'open', action, inquiry, expires: timeOf(link.expiresAt) };
    case 'used':
      return { state: 'used', action, inquiry, usedAt: timeOf(followUp.usedAt) };
    case 'refused':
      return { state: 'refused', reason: followUp.reason, inquiry };
  }
}

/** A confirmation that could not be stored: what was typed, to be sent again. */
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

/** The store may be back in a moment; anything else is a fault of ours. */
export const statusOfFailure = (error: unknown): number =>
  error instanceof StoreUnavailable ? 503 : 500;

function toInquiryView(inquiry: StoredInquiry, timeZone: string) {
  const { id, firstName, lastName, company, status, qualified, receivedAt } = inquiry;
  const when = (afterMs: number) => timeIn(timeZone, Date.parse(receivedAt) + afterMs);
  return {
    id,
    person: `${firstName} ${lastName}`,
    company,
    standing: { status, ...(qualified !== undefined && { qualified }) },
    times: {
      received: when(0),
      review: when(promisedMs.review),
      response: when(promisedMs.response),
    },
    fields: labelledFields(inquiry),
  };
}
