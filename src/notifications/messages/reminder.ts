import { type Deadline, getDeadline } from '../../inquiry/deadlines.ts';
import { dayMs, formatTime } from '../../inquiry/format-time.ts';
import type { StoredInquiry } from '../../store/inquiries/stored-inquiry.ts';
import type { Reminder } from '../../store/tables.ts';
import {
  describeAssignee,
  describePerson,
  describeProfile,
  dueLine,
  mailAbout,
} from '../email/describe-inquiry.ts';
import { paragraph } from '../email/render-mail.ts';
import { isSameName, loadInquiry, type Message } from './message.ts';

export interface ReminderRule {
  dueKind: Deadline['kind'];
  /** Before the deadline; otherwise after it. */
  isEarly: boolean;
}

export const reminderRules: Record<Reminder, ReminderRule> = {
  'review-soon': { dueKind: 'review', isEarly: true },
  'review-late': { dueKind: 'review', isEarly: false },
  'response-soon': { dueKind: 'response', isEarly: true },
  'response-late': { dueKind: 'response', isEarly: false },
};

export const reminderKinds = Object.keys(reminderRules) as Reminder[];

/** Finds the deadline that a reminder is about; undefined if obsolete at `now` (ms). */
function findDue(
  { dueKind, isEarly }: ReminderRule,
  inquiry: StoredInquiry,
  now: number,
): Deadline | undefined {
  const due = getDeadline(inquiry);
  if (due?.kind !== dueKind || inquiry.suspectedSpam) return undefined;
  const dueMs = Date.parse(due.at);
  // Only the digest reports older ones: prevents a flood of reminders after an outage.
  const isCurrent = isEarly ? now <= dueMs : dueMs < now && now <= dueMs + dayMs;
  return isCurrent ? due : undefined;
}

/** A deadline is near or has passed. */
export const reminders = reminderKinds.map(
  (kind): Message<{ inquiry: StoredInquiry; due: Deadline }> => ({
    kind,

    async load(event, { store, now }) {
      const inquiry = await loadInquiry(store, event);
      const due = inquiry && findDue(reminderRules[kind], inquiry, now);
      return due && { inquiry, due };
    },

    mail({ inquiry, due }, context) {
      const { timeZone, to } = context;
      const assignees = to.filter(({ name }) => isSameName(name, inquiry.assignee));
      const received = `Received: ${formatTime(timeZone, Date.parse(inquiry.receivedAt))}`;
      const parts = [
        describePerson(inquiry),
        describeProfile(inquiry),
        paragraph(dueLine(due, timeZone), received),
      ];
      const mail = mailAbout(inquiry, due, parts, context);
      return {
        ...mail,
        news: `${mail.news} ${describeAssignee(inquiry)}`,
        ...(assignees.length > 0 && { to: assignees }),
      };
    },
  }),
);
