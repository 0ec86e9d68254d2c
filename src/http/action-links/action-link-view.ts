import type { ActionLinkState } from '../../action-links/load-action-link-state.ts';
import type { SignedLink } from '../../action-links/signed-links.ts';
import { slaMs } from '../../inquiry/deadlines.ts';
import { labelFields } from '../../inquiry/field-labels.ts';
import { formatTime } from '../../inquiry/format-time.ts';
import type { StoredInquiry } from '../../store/inquiries/stored-inquiry.ts';
import { StoreUnavailable } from '../../store/store-errors.ts';
import type { ActionLinkView, OpenView } from '../pages/site.ts';

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
  const format = (time: string) => formatTime(timeZone, Date.parse(time));
  switch (linkState.state) {
    case 'open':
      return { state: 'open', action, inquiry, expires: format(link.expiresAt) };
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
  timeZone: string,
): OpenView => ({
  state: 'open',
  action,
  expires: formatTime(timeZone, Date.parse(expiresAt)),
  typed,
  problem: 'failed',
});

/** 503 for a temporary store failure, otherwise 500. */
export const getFailureStatus = (error: unknown): number =>
  error instanceof StoreUnavailable ? 503 : 500;

function toInquiryView(inquiry: StoredInquiry, timeZone: string) {
  const { id, firstName, lastName, company, status, qualified, receivedAt } = inquiry;
  const formatDeadline = (afterMs: number) =>
    formatTime(timeZone, Date.parse(receivedAt) + afterMs);
  return {
    id,
    person: `${firstName} ${lastName}`,
    company,
    reviewState: { status, ...(qualified !== undefined && { qualified }) },
    times: {
      received: formatDeadline(0),
      review: formatDeadline(slaMs.review),
      response: formatDeadline(slaMs.response),
    },
    fields: labelFields(inquiry),
  };
}
