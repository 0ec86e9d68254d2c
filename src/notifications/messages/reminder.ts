import type { Deadline } from '../../inquiry/deadlines.ts';
import { dayMs, formatTime } from '../../inquiry/format-time.ts';
import type { StoredInquiry } from '../../inquiry/stored-inquiry.ts';
import { getDue } from '../../store/inquiries/due-inquiries.ts';
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

/** The deadline of each kind, and if it comes early, before the deadline, or after it. */
export const reminderRules = {
  'review-soon': { dueKind: 'review', isEarly: true },
  'review-late': { dueKind: 'review', isEarly: false },
  'response-soon': { dueKind: 'response', isEarly: true },
  'response-late': { dueKind: 'response', isEarly: false },
} as const satisfies Record<Reminder, { dueKind: Deadline['kind']; isEarly: boolean }>;

export const reminderKinds = Object.keys(reminderRules) as Reminder[];

export const reminders = reminderKinds.map(
  (kind): Message<{ inquiry: StoredInquiry; due: Deadline }> => ({
    kind,

    async load(event, { store, clock }) {
      const { dueKind, isEarly } = reminderRules[kind];
      const inquiry = await loadInquiry(store, event);
      if (!inquiry) return undefined;
      // Of suspected spam, 2.0.0 (943c09f) queued reminders.
      const due = getDue(inquiry);
      if (due?.kind !== dueKind) return undefined;
      const sinceDueMs = clock() - Date.parse(due.at);
      // Only the digest reports older ones: prevents a flood of reminders after an outage.
      const isCurrent = isEarly ? sinceDueMs <= 0 : sinceDueMs > 0 && sinceDueMs <= dayMs;
      return isCurrent ? { inquiry, due } : undefined;
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
      const news = `${mail.news} ${describeAssignee(inquiry)}`;
      return { ...mail, news, to: assignees.length > 0 ? assignees : to };
    },
  }),
);
