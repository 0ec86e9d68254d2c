import type { Deadline } from '../../inquiry/deadlines.ts';
import { formatTime } from '../../inquiry/format-time.ts';
import type { StoredInquiry } from '../../inquiry/stored-inquiry.ts';
import { getDue } from '../../store/inquiries/due-inquiries.ts';
import {
  describeAssignee,
  describePerson,
  describeProfile,
  dueLine,
  mailAbout,
} from '../email/describe-inquiry.ts';
import { paragraph } from '../email/render-mail.ts';
import { isCurrent, reminderKinds } from '../due-reminders.ts';
import { loadInquiry, type Message } from './message.ts';

export const reminders = reminderKinds.map(
  (kind): Message<{ inquiry: StoredInquiry; due: Deadline }> => ({
    kind,

    async load(event, { store, clock }) {
      const inquiry = await loadInquiry(store, event);
      if (!inquiry) return undefined;
      // Of suspected spam, 2.0.0 (943c09f) queued reminders.
      const due = getDue(inquiry);
      return due && isCurrent(kind, due, clock()) ? { inquiry, due } : undefined;
    },

    mail({ inquiry, due }, context) {
      const { timeZone, to } = context;
      const assignees = to.filter(({ name }) => isAssignee(name, inquiry));
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

/** Tells if the name of a team member's address is that of the assignee. */
const isAssignee = (name: string, { assignee }: StoredInquiry) =>
  name !== '' && name.toLowerCase() === assignee?.toLowerCase();
