import type { ActionLink } from '../../action-links/action-link.ts';
import { type Deadline, slaHours, slaMs } from '../../inquiry/deadlines.ts';
import { labelFields } from '../../inquiry/field-labels.ts';
import { formatTime } from '../../inquiry/format-time.ts';
import { stripControlChars } from '../../inquiry/strip-control-chars.ts';
import type { StoredInquiry } from '../../store/inquiries/stored-inquiry.ts';
import type { Notification } from '../notification.ts';
import { type ReminderRule, reminders } from '../schedule/reminders.ts';
import { actionBlocks, type MailContent, paragraph, renderMail } from './mail-text.ts';

/** E-mail to the team about a new inquiry. Times are in `timeZone` (IANA name). */
export function inquiryMail(
  inquiry: StoredInquiry,
  timeZone: string,
  links: ActionLink[] = [],
): MailContent {
  const { id, receivedAt, persona, firstName, lastName, company } = inquiry;
  const formatDeadline = (afterMs: number) =>
    formatTime(timeZone, Date.parse(receivedAt) + afterMs);
  return renderMail(
    stripControlChars(`Inquiry (${persona}): ${firstName} ${lastName}, ${company}`),
    [
      {
        lines: [
          { label: 'Received', value: formatDeadline(0) },
          { label: 'Review it by', value: formatDeadline(slaMs.review) },
          { label: 'If qualified, respond by', value: formatDeadline(slaMs.response) },
        ],
      },
      { fields: labelFields(inquiry) },
      ...actionBlocks(links, [
        `inquiries show ${id}`,
        `inquiries mark ${id} reviewed --qualified`,
        `inquiries mark ${id} declined`,
      ]),
    ],
  );
}

/** E-mail to the team about a deadline that is near or has passed. Times are in `timeZone`. */
export function reminderMail(
  { kind, inquiry, due }: Extract<Notification, { due: Deadline }>,
  timeZone: string,
  links: ActionLink[],
): MailContent {
  const { id, firstName, lastName, company, receivedAt } = inquiry;
  const rule = reminders[kind];
  const isLate = rule.urgency === 'late';
  return renderMail(
    stripControlChars(`${toReminderTitle(rule)}: ${firstName} ${lastName}, ${company}`),
    [
      {
        lines: [
          `Received: ${formatTime(timeZone, Date.parse(receivedAt))}`,
          `${dueLabels[rule.dueKind]} ${isLate ? 'was' : 'is'} due: ${formatTime(timeZone, Date.parse(due.at))}`,
        ],
      },
      ...actionBlocks(links, [
        `inquiries show ${id}`,
        `inquiries mark ${id} ${rule.dueKind === 'review' ? 'reviewed --qualified' : 'responded'}`,
        `inquiries mark ${id} declined`,
      ]),
    ],
  );
}

/** Labels of deadlines in e-mails to the team. */
export const dueLabels: Record<Deadline['kind'], string> = {
  review: 'Review',
  response: 'Response',
};

const toReminderTitle = ({ dueKind, urgency }: ReminderRule) =>
  `${dueLabels[dueKind]} ${urgency === 'late' ? 'late' : 'due soon'}`;

/**
 * E-mail to the inquirer. Contains no user input, or anybody could use the form to send text to a
 * stranger's address.
 */
export const acknowledgementMail = (firm: { name: string; email: string }): MailContent =>
  renderMail(
    stripControlChars(`Your inquiry to ${firm.name}`),
    [
      `Thank you for your inquiry to ${firm.name}. It has arrived safely.`,
      `What happens next: we review it within ${slaHours.review} hours. If it is an ` +
        `opportunity that qualifies, you get a response within ${slaHours.response} hours.`,
      `To add something, answer this mail or write to ${firm.email}.`,
      'If you did not send this inquiry, somebody entered your address by mistake: please ignore this mail.',
    ].map(paragraph),
    { hasHeading: false },
  );
