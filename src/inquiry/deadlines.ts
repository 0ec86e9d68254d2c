import { promisedHours } from '../content/promised-hours.ts';
import { formatDayAndTime, hourMs, toIso } from './format-time.ts';
import type { ReviewState } from './status.ts';

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

/** Returns the next deadline, or undefined if no step is due. */
export function getDeadline(inquiry: ReviewState & { receivedAt: string }): Deadline | undefined {
  const { status, qualified, receivedAt } = inquiry;
  if (status === 'new') return { kind: 'review', at: addMs(receivedAt, slaMs.review) };
  if (status === 'reviewed' && qualified) {
    return { kind: 'response', at: addMs(receivedAt, slaMs.response) };
  }
  return undefined;
}

/** Tells if a deadline has passed at `now` (ms since the epoch). The deadline itself is on time. */
export const isLate = ({ at }: Deadline, now: number): boolean => Date.parse(at) < now;

const addMs = (time: string, ms: number) => toIso(Date.parse(time) + ms);
