import { type Due, dueAt, promisedMs, soonMs, urgencyOf } from '../../inquiry/deadlines.ts';
import type { StoredInquiry } from '../../store/inquiries/stored-inquiry.ts';
import type { Reminder } from '../../store/tables.ts';

/** Prevents a flood of reminders after an outage: only the digest reports older ones. */
const lateWindowMs = 24 * 60 * 60 * 1000;

export interface ReminderRule {
  dueKind: Due['what'];
  urgency: 'soon' | 'late';
  /** Time from the inquiry's arrival to the reminder, in milliseconds. */
  afterMs: number;
  /** Time after that during which the reminder may still be queued, in milliseconds. */
  windowMs: number;
}

export const reminders: Record<Reminder, ReminderRule> = {
  'review-soon': soonRule('review'),
  'review-late': lateRule('review'),
  'response-soon': soonRule('response'),
  'response-late': lateRule('response'),
};

/** Finds the deadline that a reminder is about; undefined if obsolete at `now` (ms). */
export function findDue(reminder: Reminder, inquiry: StoredInquiry, now: number): Due | undefined {
  const { dueKind, urgency } = reminders[reminder];
  const due = dueAt(inquiry);
  if (due?.what !== dueKind) return undefined;
  return (urgencyOf(due, now) === 'late') === (urgency === 'late') ? due : undefined;
}

function soonRule(dueKind: Due['what']): ReminderRule {
  return { dueKind, urgency: 'soon', afterMs: promisedMs[dueKind] - soonMs, windowMs: soonMs };
}

// 1 ms after the deadline, which is inclusive.
function lateRule(dueKind: Due['what']): ReminderRule {
  return { dueKind, urgency: 'late', afterMs: promisedMs[dueKind] + 1, windowMs: lateWindowMs };
}
