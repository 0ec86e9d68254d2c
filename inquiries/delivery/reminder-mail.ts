import type { Due } from '../deadlines.ts';
import { printable } from '../printable.ts';
import type { StoredInquiry } from '../stored-inquiry.ts';
import type { Reminder } from '../tables.ts';
import { timeIn } from '../time-in.ts';
import { escapeHtml } from './escape-html.ts';
import type { FollowUpLink } from './follow-up-link.ts';
import { type MailText, toHtmlPage } from './mail-text.ts';
import { type ReminderRule, reminders } from './reminders.ts';
import { waysToActAsHtml, waysToActAsText } from './ways-to-act.ts';

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
  const heading = printable(`${titleOf(rule)}: ${firstName} ${lastName}, ${company}`);
  const times = [
    `Received: ${timeIn(timeZone, Date.parse(receivedAt))}`,
    `${dueLabels[rule.what]} ${rule.urgency === 'late' ? 'was' : 'is'} due: ${timeIn(timeZone, Date.parse(due.at))}`,
  ];
  const commands = [
    `inquiries show ${id}`,
    `inquiries mark ${id} ${rule.what === 'review' ? 'reviewed --qualified' : 'responded'}`,
    `inquiries mark ${id} declined`,
  ];
  return {
    subject: heading,
    text: [heading, times.join('\n'), ...waysToActAsText({ links, commands })].join('\n\n'),
    html: toHtmlPage(
      heading,
      [
        `<p>${times.map(escapeHtml).join('<br>\n')}</p>`,
        ...waysToActAsHtml({ links, commands }),
      ].join('\n'),
    ),
  };
}

/** What is due, as the team's mails call it. */
export const dueLabels: Record<Due['what'], string> = { review: 'Review', response: 'Response' };

const titleOf = ({ what, urgency }: ReminderRule) =>
  `${dueLabels[what]} ${urgency === 'late' ? 'late' : 'due soon'}`;
