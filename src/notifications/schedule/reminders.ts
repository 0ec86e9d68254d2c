import { type Due, dueAt, promisedMs, soonMs, urgencyOf } from '../../inquiry/deadlines.ts';
import type { StoredInquiry } from '../../store/inquiries/stored-inquiry.ts';
import type { Reminder } from '../../store/tables.ts';

/** What has been late for longer is told by the digest alone: no flood after an outage. */
const lateForMs = 24 * 60 * 60 * 1000;

export interface ReminderRule {
  what: Due['what'];
  urgency: 'soon' | 'late';
  /** How long after an inquiry's arrival it is sent, in milliseconds. */
  afterMs: number;
  /** How long after that moment it may still be queued. */
  forMs: number;
}

export const reminders: Record<Reminder, ReminderRule> = {
  'review-soon': soon('review'),
  'review-late': late('review'),
  'response-soon': soon('response'),
  'response-late': late('response'),
};

/** What a reminder says is due; undefined where that is no longer true. `now` is in ms. */
export function dueFor(reminder: Reminder, inquiry: StoredInquiry, now: number): Due | undefined {
  const { what, urgency } = reminders[reminder];
  const due = dueAt(inquiry);
  if (due?.what !== what) return undefined;
  return (urgencyOf(due, now) === 'late') === (urgency === 'late') ? due : undefined;
}

function soon(what: Due['what']): ReminderRule {
  return { what, urgency: 'soon', afterMs: promisedMs[what] - soonMs, forMs: soonMs };
}

// A millisecond later than the deadline: what is done at the very deadline is in time.
function late(what: Due['what']): ReminderRule {
  return { what, urgency: 'late', afterMs: promisedMs[what] + 1, forMs: lateForMs };
}
