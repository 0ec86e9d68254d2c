import { promisedHours } from '../content/promised-hours.ts';
import { hourMs, toIso } from './format-time.ts';
import type { ReviewState } from './status.ts';

/** Hours from arrival to review and response. Statistics judge past weeks by them. */
export const slaHours = promisedHours;
export const slaMs = { review: slaHours.review * hourMs, response: slaHours.response * hourMs };

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
