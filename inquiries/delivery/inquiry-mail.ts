import { promisedMs } from '../deadlines.ts';
import { labelledFields } from '../field-labels.ts';
import { printable } from '../printable.ts';
import type { StoredInquiry } from '../stored-inquiry.ts';
import { timeIn } from '../time-in.ts';
import type { FollowUpLink } from './follow-up-link.ts';
import { actionBlocks, type MailText, toMailText } from './mail-text.ts';

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
