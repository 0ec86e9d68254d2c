import { promisedHours } from '../content/promised-hours.ts';
import { formatDayAndTime, hourMs, toIso } from './format-time.ts';
import { isOpen, type ReviewState } from './status.ts';

/** Hours from arrival to review and response. Statistics judge past weeks by them. */
export const slaHours = promisedHours;
export const slaMs = { review: slaHours.review * hourMs, response: slaHours.response * hourMs };

/** Times of the arrival, the promised review and the promised answer: each a day and a time. */
export type ReceiptTimes = (readonly [day: string, time: string])[];

/** `receivedAt` in milliseconds since the epoch. */
export const getReceiptTimes = (timeZone: string, receivedAt: number): ReceiptTimes =>
  [0, slaMs.review, slaMs.response].map((ms) => formatDayAndTime(timeZone, receivedAt + ms));

/** The next step due for an inquiry. `at` is ISO 8601 in UTC. */
export interface Deadline {
  kind: keyof typeof slaMs;
  at: string;
}

export function getDeadline(inquiry: ReviewState & { receivedAt: string }): Deadline | undefined {
  if (!isOpen(inquiry)) return undefined;
  const kind = inquiry.status === 'new' ? 'review' : 'response';
  return { kind, at: toIso(Date.parse(inquiry.receivedAt) + slaMs[kind]) };
}

/** Tells if a deadline has passed at `now` (ms since the epoch). The deadline itself is on time. */
export const isLate = ({ at }: Deadline, now: number): boolean => Date.parse(at) < now;
