import { isSameName } from '../../inquiry/assignee-names.ts';
import { type Deadline, type DeadlineKind, getDueDeadline } from '../../inquiry/deadlines.ts';
import type { StoredInquiry } from '../../inquiry/stored-inquiry.ts';
import type { Reminder } from '../../store/tables.ts';
import { dayMs, type EpochMs, formatTime } from '../../text/format-time.ts';
import {
  describeAssignee,
  describePerson,
  describeProfile,
  dueLine,
  type MailedInquiry,
} from '../email/describe-inquiry.ts';
import { composeInquiryMail } from '../email/inquiry-mail.ts';
import { renderParagraph } from '../email/render-mail.ts';
import { loadInquiry, type MailTexts, type Message } from './message.ts';

interface ReminderRule {
  dueKind: DeadlineKind;
  /** True if it is sent before the deadline, false if after it. */
  isEarly: boolean;
}

/** Rules by reminder: each concerns one kind of deadline, before or after it. */
export const reminderRules: Record<Reminder, ReminderRule> = {
  'review-soon': { dueKind: 'review', isEarly: true },
  'review-late': { dueKind: 'review', isEarly: false },
  'response-soon': { dueKind: 'response', isEarly: true },
  'response-late': { dueKind: 'response', isEarly: false },
};

export const reminderKinds = Object.keys(reminderRules) as Reminder[];

export interface ReminderData extends MailedInquiry {
  due: Deadline;
}

export const reminders = reminderKinds.map((kind): Message => ({
  kind,

  async load(event, { store, clock }) {
    const mailed = await loadInquiry(store, event);
    if (!mailed) return undefined;
    // Skip reminders of suspected spam, which version 2.0.0 queued.
    const due = getDueDeadline(mailed.inquiry);
    return due && isCurrent(kind, due, clock()) ? writeReminder({ ...mailed, due }) : undefined;
  },
}));

/**
 * Tells if a queued reminder should still be sent at `now` for an inquiry whose next deadline is
 * `due`. A late reminder is sent for a day: after a longer outage, only the digest reports the
 * deadline.
 */
export function isCurrent(kind: Reminder, due: Deadline, now: EpochMs): boolean {
  const { dueKind, isEarly } = reminderRules[kind];
  if (due.kind !== dueKind) return false;
  const lateMs = now - Date.parse(due.at);
  const isPassed = lateMs > 0;
  return isEarly ? !isPassed : isPassed && lateMs <= dayMs;
}

export const writeReminder = (data: ReminderData): MailTexts => ({
  mail(context) {
    const { inquiry, due } = data;
    const { localeOptions, to } = context;
    const assignees = to.filter(({ name }) => isAssignee(name, inquiry));
    const received = `Received: ${formatTime(localeOptions, Date.parse(inquiry.receivedAt))}`;
    const parts = [
      describePerson(data),
      describeProfile(inquiry),
      renderParagraph(dueLine(due, localeOptions), received),
    ];
    const mail = composeInquiryMail(data, due, parts, context);
    // Begin with a word: Gmail filters by words, not by headers.
    const news = `Reminder: ${mail.news} ${describeAssignee(inquiry)}`;
    return { ...mail, fromLabel: 'reminder', news, to: assignees.length > 0 ? assignees : to };
  },
});

/** Tells if a team member is the assignee, by the name in NOTIFY_TO. */
const isAssignee = (name: string, { assignee }: StoredInquiry) =>
  name !== '' && isSameName(name, assignee ?? '');
