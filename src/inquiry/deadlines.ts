import { toIso } from './to-iso.ts';
import type { Standing } from './transition.ts';

const hourMs = 60 * 60 * 1000;

/** Promised times from arrival to review and response, in milliseconds. */
export const promisedMs = { review: 24 * hourMs, response: 48 * hourMs };

/** Time before a deadline at which the team is reminded, in milliseconds. */
export const soonMs = 4 * hourMs;

/** The next step due for an inquiry. `at` is ISO 8601 in UTC. */
export interface Due {
  what: keyof typeof promisedMs;
  at: string;
}

export type Urgency = 'late' | 'soon' | 'later';

/** Returns the next deadline, or undefined if no step is due. */
export function dueAt(inquiry: Standing & { receivedAt: string }): Due | undefined {
  const { status, qualified, receivedAt } = inquiry;
  if (status === 'new') return { what: 'review', at: addMs(receivedAt, promisedMs.review) };
  if (status === 'reviewed' && qualified) {
    return { what: 'response', at: addMs(receivedAt, promisedMs.response) };
  }
  return undefined;
}

/** Compares a deadline with `now` (ms since the epoch). The deadline itself is on time. */
export function urgencyOf({ at }: Due, now: number): Urgency {
  const leftMs = Date.parse(at) - now;
  if (leftMs < 0) return 'late';
  return leftMs <= soonMs ? 'soon' : 'later';
}

const addMs = (time: string, ms: number) => toIso(Date.parse(time) + ms);
