import { promisedHours } from '../content/periods.ts';
import { type EpochMs, hourMs, type IsoTime, toIso } from '../text/format-time.ts';
import { isOpen, isSuspected, type ReviewState } from './status.ts';

/**
 * Time from the arrival to the promised review and response. Statistics of past weeks use it, too.
 */
export const promisedMs = {
  review: promisedHours.review * hourMs,
  response: promisedHours.response * hourMs,
};

export type DeadlineKind = keyof typeof promisedMs;

/** Labels of deadlines for people. */
export const deadlineLabels: Record<DeadlineKind, string> = {
  review: 'Review',
  response: 'Response',
};

/** Promised time of a step. */
export interface Deadline {
  kind: DeadlineKind;
  at: IsoTime;
}

/** Returns the deadline of a step for an inquiry that arrived at `receivedAt`. */
export const computeDeadline = (kind: DeadlineKind, receivedAt: IsoTime): Deadline => ({
  kind,
  at: toIso(Date.parse(receivedAt) + promisedMs[kind]),
});

/**
 * Returns the deadline of an inquiry's next step, even if it is suspected spam. Undefined if it is
 * closed.
 */
export function getDeadline(inquiry: ReviewState & { receivedAt: IsoTime }): Deadline | undefined {
  if (!isOpen(inquiry)) return undefined;
  return computeDeadline(inquiry.status === 'new' ? 'review' : 'response', inquiry.receivedAt);
}

/**
 * Returns the deadline of an inquiry that awaits a review or a response; undefined for others.
 * Metrics, `list --due`, digest, report and reminders use this rule. Suspected spam is not due,
 * because it would crowd out inquiries. The digest lists it separately until the team has judged
 * it.
 */
export function getDueDeadline(
  inquiry: ReviewState & { receivedAt: IsoTime },
): Deadline | undefined {
  return isSuspected(inquiry) ? undefined : getDeadline(inquiry);
}

/** Tells if a deadline has passed. At the deadline itself, an inquiry is on time. */
export const isLate = ({ at }: Deadline, now: EpochMs): boolean => Date.parse(at) < now;
