import {
  type Deadline,
  getDeadline,
  slaMs,
  reminderLeadMs,
  getUrgency,
} from '../../inquiry/deadlines.ts';
import type { StoredInquiry } from '../../store/inquiries/stored-inquiry.ts';
import type { Reminder } from '../../store/tables.ts';

/** Prevents a flood of reminders after an outage: only the digest reports older ones. */
const lateWindowMs = 24 * 60 * 60 * 1000;

export interface ReminderRule {
  dueKind: Deadline['kind'];
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
export function findDue(
  reminder: Reminder,
  inquiry: StoredInquiry,
  now: number,
): Deadline | undefined {
  const { dueKind, urgency } = reminders[reminder];
  const due = getDeadline(inquiry);
  if (due?.kind !== dueKind) return undefined;
  return (getUrgency(due, now) === 'late') === (urgency === 'late') ? due : undefined;
}

function soonRule(dueKind: Deadline['kind']): ReminderRule {
  return {
    dueKind,
    urgency: 'soon',
    afterMs: slaMs[dueKind] - reminderLeadMs,
    windowMs: reminderLeadMs,
  };
}

// 1 ms after the deadline, which is inclusive.
function lateRule(dueKind: Deadline['kind']): ReminderRule {
  return { dueKind, urgency: 'late', afterMs: slaMs[dueKind] + 1, windowMs: lateWindowMs };
}
