import type { Administrator, Firm } from '../../content/firm.ts';
import { type Deadline, slaHours, slaMs } from '../../inquiry/deadlines.ts';
import { describeStatus, labelFields } from '../../inquiry/field-labels.ts';
import { formatDate, formatTime } from '../../inquiry/format-time.ts';
import { stripControlChars } from '../../inquiry/normalize-text.ts';
import type { EarlierInquiries } from '../../store/inquiries/read-earlier.ts';
import type { Notification } from '../notification.ts';
import {
  actionBlocks,
  type ActionLink,
  type Block,
  type MailContent,
  moreBlocks,
  paragraph,
  renderMail,
} from './mail-text.ts';

/** The firm's facts in e-mails. */
export type FirmFacts = Pick<Firm, 'name' | 'email' | 'caution' | 'disclaimer'> & {
  administrator: Administrator;
};

/** E-mail to the team about a new inquiry. Times are in `timeZone` (IANA name). */
export function inquiryMail(
  { inquiry, earlier = [] }: Extract<Notification, { kind: 'received' }>,
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
      ...earlier.map((group) => earlierBlock(group, timeZone)),
      ...actionBlocks(links, [
        `inquiries show ${id}`,
        `inquiries mark ${id} reviewed --qualified`,
        `inquiries mark ${id} declined`,
      ]),
    ],
  );
}

function earlierBlock({ from, entries, more }: EarlierInquiries, timeZone: string): Block {
  const format = (time: string) => formatDate(timeZone, Date.parse(time));
  return {
    section: `Earlier inquiries from ${from}`,
    blocks: [
      ...entries.map((entry) => ({
        lines: [
          { name: stripControlChars(`${entry.firstName} ${entry.lastName}, ${entry.company}`) },
          `Received on ${format(entry.receivedAt)}`,
          describeStatus(entry, format(entry.changedAt ?? entry.receivedAt)),
        ],
      })),
      ...moreBlocks(more),
    ],
  };
}

/** E-mail to the team about a deadline that is near or has passed. Times are in `timeZone`. */
export function reminderMail(
  { kind, inquiry, due }: Extract<Notification, { due: Deadline }>,
  timeZone: string,
  links: ActionLink[],
): MailContent {
  const { id, firstName, lastName, company, receivedAt } = inquiry;
  const isLate = kind.endsWith('-late');
  const dueLabel = dueLabels[due.kind];
  const title = `${dueLabel} ${isLate ? 'late' : 'due soon'}`;
  return renderMail(stripControlChars(`${title}: ${firstName} ${lastName}, ${company}`), [
    {
      lines: [
        `Received: ${formatTime(timeZone, Date.parse(receivedAt))}`,
        `${dueLabel} ${isLate ? 'was' : 'is'} due: ${formatTime(timeZone, Date.parse(due.at))}`,
      ],
    },
    ...actionBlocks(links, [
      `inquiries show ${id}`,
      `inquiries mark ${id} ${due.kind === 'review' ? 'reviewed --qualified' : 'responded'}`,
      `inquiries mark ${id} declined`,
    ]),
  ]);
}

/** Labels of deadlines in e-mails to the team. */
export const dueLabels: Record<Deadline['kind'], string> = {
  review: 'Review',
  response: 'Response',
};

/**
 * E-mail to the inquirer. Contains no user input, or anybody could use the form to send text to a
 * stranger's address: it also greets without the name.
 */
export const acknowledgementMail = (
  { name, email, caution, disclaimer }: FirmFacts,
  receivedAt: string,
): MailContent =>
  renderMail(
    stripControlChars(`Your inquiry to ${name}`),
    [
      paragraph('Hello,'),
      paragraph(`Thank you for your inquiry to ${name}, which we received on ${receivedAt}.`),
      paragraph(
        `We review it within ${slaHours.review} hours. If it is a qualified opportunity, you ` +
          `receive a response within ${slaHours.response} hours.`,
      ),
      paragraph(`To add something, reply to this message or write to ${email}. ${caution}`),
      paragraph(
        'If you did not send an inquiry, somebody entered your address by mistake. Please ignore ' +
          'this message.',
      ),
      { lines: ['Kind regards,', `The team at ${name}`] },
      paragraph(`Our website's legal notice: ${disclaimer}`),
    ],
    { hasHeading: false },
  );
