import { toIso } from './to-iso.ts';
import type { Standing } from './transition.ts';

const hourMs = 60 * 60 * 1000;

/** What the site promises: how long after its arrival an inquiry has it, in milliseconds. */
export const promisedMs = { review: 24 * hourMs, response: 48 * hourMs };

/** How long before a deadline it is near, in milliseconds. */
export const soonMs = 4 * hourMs;

/** What an inquiry waits for, and until when: ISO 8601 in UTC. */
export interface Due {
  what: keyof typeof promisedMs;
  at: string;
}

export type Urgency = 'late' | 'soon' | 'later';

/** What is due next; nothing for an inquiry that waits for nothing any more. */
export function dueAt(inquiry: Standing & { receivedAt: string }): Due | undefined {
  const { status, qualified, receivedAt } = inquiry;
  if (status === 'new') return { what: 'review', at: after(receivedAt, promisedMs.review) };
  if (status === 'reviewed' && qualified) {
    return { what: 'response', at: after(receivedAt, promisedMs.response) };
  }
  return undefined;
}

/** `now` is in milliseconds since the epoch. What is done at the very deadline is in time. */
export function urgencyOf({ at }: Due, now: number): Urgency {
  const leftMs = Date.parse(at) - now;
  if (leftMs < 0) return 'late';
  return leftMs <= soonMs ? 'soon' : 'later';
}

const after = (time: string, ms: number) => toIso(Date.parse(time) + ms);
