import type { Due } from '../deadlines.ts';
import { printable } from '../printable.ts';
import type { StoredInquiry } from '../stored-inquiry.ts';
import type { Reminder } from '../tables.ts';
import { timeIn } from '../time-in.ts';
import type { FollowUpLink } from './follow-up-link.ts';
import { actionBlocks, type MailText, toMailText } from './mail-text.ts';
import { type ReminderRule, reminders } from './reminders.ts';

export interface ReminderContent {
  kind: Reminder;
  inquiry: StoredInquiry;
  due: Due;
}

/** What the team reads when a deadline is near or has passed. Times are those of `timeZone`. */
export function reminderMail(
  { kind, inquiry, due }: ReminderContent,
  timeZone: string,
  links: FollowUpLink[],
): MailText {
  const { id, firstName, lastName, company, receivedAt } = inquiry;
  const rule = reminders[kind];
  const isLate = rule.urgency === 'late';
  return toMailText(printable(`${titleOf(rule)}: ${firstName} ${lastName}, ${company}`), [
    {
      lines: [
        `Received: ${timeIn(timeZone, Date.parse(receivedAt))}`,
        `${dueLabels[rule.what]} ${isLate ? 'was' : 'is'} due: ${timeIn(timeZone, Date.parse(due.at))}`,
      ],
    },
    ...actionBlocks(links, [
      `inquiries show ${id}`,
      `inquiries mark ${id} ${rule.what === 'review' ? 'reviewed --qualified' : 'responded'}`,
      `inquiries mark ${id} declined`,
    ]),
  ]);
}

/** What is due, as the team's mails call it. */
export const dueLabels: Record<Due['what'], string> = { review: 'Review', response: 'Response' };

const titleOf = ({ what, urgency }: ReminderRule) =>
  `${dueLabels[what]} ${urgency === 'late' ? 'late' : 'due soon'}`;
