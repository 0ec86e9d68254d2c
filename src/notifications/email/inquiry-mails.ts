import type { FollowUpLink } from '../../action-links/action-link.ts';
import { type Due, promisedMs } from '../../inquiry/deadlines.ts';
import { labelledFields } from '../../inquiry/field-labels.ts';
import { timeIn } from '../../inquiry/format-time.ts';
import { printable } from '../../inquiry/strip-control-chars.ts';
import type { StoredInquiry } from '../../store/inquiries/stored-inquiry.ts';
import type { News } from '../notification.ts';
import { type ReminderRule, reminders } from '../schedule/reminders.ts';
import { actionBlocks, type MailText, paragraph, toMailText } from './mail-text.ts';

/** What the team reads about a new inquiry. Times are those of `timeZone` (IANA name). */
export function inquiryMail(
  inquiry: StoredInquiry,
  timeZone: string,
  links: FollowUpLink[] = [],
): MailText {
  const { id, receivedAt, persona, firstName, lastName, company } = inquiry;
  const when = (afterMs: number) => timeIn(timeZone, Date.parse(receivedAt) + afterMs);
  return toMailText(printable(`Inquiry (${persona}): ${firstName} ${lastName}, ${company}`), [
    {
      lines: [
        { label: 'Received', value: when(0) },
        { label: 'Review it by', value: when(promisedMs.review) },
        { label: 'If qualified, respond by', value: when(promisedMs.response) },
      ],
    },
    { fields: labelledFields(inquiry) },
    ...actionBlocks(links, [
      `inquiries show ${id}`,
      `inquiries mark ${id} reviewed --qualified`,
      `inquiries mark ${id} declined`,
    ]),
  ]);
}

/** What the team reads when a deadline is near or has passed. Times are those of `timeZone`. */
export function reminderMail(
  { kind, inquiry, due }: Extract<News, { due: Due }>,
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

const hourMs = 60 * 60 * 1000;

/**
 * What an inquirer reads. It repeats nothing that was typed: whoever types a stranger's address
 * could otherwise have us send what they like.
 */
export const acknowledgementMail = (firm: { name: string; email: string }): MailText =>
  toMailText(
    printable(`Your inquiry to ${firm.name}`),
    [
      `Thank you for your inquiry to ${firm.name}. It has arrived safely.`,
      `What happens next: we review it within ${promisedMs.review / hourMs} hours. If it is an ` +
        `opportunity that qualifies, you get a response within ${promisedMs.response / hourMs} hours.`,
      `To add something, answer this mail or write to ${firm.email}.`,
      'If you did not send this inquiry, somebody entered your address by mistake: please ignore this mail.',
    ].map(paragraph),
    { hasHeading: false },
  );
