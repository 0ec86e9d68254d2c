import type { Deadline } from '../../inquiry/deadlines.ts';
import { formatTime } from '../../inquiry/format-time.ts';
import type { StoredInquiry } from '../../store/inquiries/stored-inquiry.ts';
import {
  describeAssignee,
  describePerson,
  describeProfile,
  dueLine,
  mailAbout,
} from '../email/describe-inquiry.ts';
import { paragraph } from '../email/render-mail.ts';
import { findDue, reminderKinds } from '../schedule/reminders.ts';
import { isSameName, loadInquiry, type Message } from './message.ts';

/** A deadline is near or has passed. */
export const reminders = reminderKinds.map(
  (kind): Message<{ inquiry: StoredInquiry; due: Deadline }> => ({
    kind,
    reaches: ['team'],

    async load(event, { store, now }) {
      const inquiry = await loadInquiry(store, event);
      const due = inquiry && findDue(kind, inquiry, now);
      return due && { inquiry, due };
    },

    mail({ inquiry, due }, context) {
      const { timeZone, team } = context;
      const assignees = team.filter(({ name }) => isSameName(name, inquiry.assignee));
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
