import { promisedHours } from '../content/periods.ts';
import { type EpochMs, hourMs, type IsoTime, toIso } from '../text/format-time.ts';
import { isOpen, type ReviewState } from './status.ts';

/** Hours from arrival to review and response. Statistics judge past weeks by them. */
export const slaHours = promisedHours;
export const slaMs = { review: slaHours.review * hourMs, response: slaHours.response * hourMs };

export type DeadlineKind = keyof typeof slaMs;

/** Names of what is due, for people. */
export const deadlineLabels: Record<DeadlineKind, string> = {
  review: 'Review',
  response: 'Response',
};

/** The promised time of a step. */
export interface Deadline {
  kind: DeadlineKind;
  at: IsoTime;
}

/** Returns the deadline of a step for an inquiry that arrived at `receivedAt`. */
export const computeDeadline = (kind: DeadlineKind, receivedAt: IsoTime): Deadline => ({
  kind,
  at: toIso(Date.parse(receivedAt) + slaMs[kind]),
});

/** Returns the deadline of an inquiry's next step, also if it is suspected spam; undefined if it is closed. */
export function getDeadline(inquiry: ReviewState & { receivedAt: IsoTime }): Deadline | undefined {
  if (!isOpen(inquiry)) return undefined;
  return computeDeadline(inquiry.status === 'new' ? 'review' : 'response', inquiry.receivedAt);
}

/** Tells if a deadline has passed at `now`. The deadline itself is on time. */
export const isLate = ({ at }: Deadline, now: EpochMs): boolean => Date.parse(at) < now;
