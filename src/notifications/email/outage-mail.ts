import { timeIn } from '../../inquiry/format-time.ts';
import type { TeamDestination } from '../../store/tables.ts';
import type { Outage } from '../outages.ts';
import { type MailText, paragraph, toMailText } from './mail-text.ts';

/** E-mail to the team about a destination that fails, or works again. Times are those of `timeZone`. */
export function outageMail(
  { destination, beganAt, endedAt, givenUp, lastError }: Outage,
  timeZone: string,
): MailText {
  const when = (at: string) => timeIn(timeZone, Date.parse(at));
  const subject = `Delivery ${channels[destination]} ${endedAt ? 'works again' : 'fails'}`;
  return toMailText(subject, [
    {
      lines: [
        `First delivery given up: ${when(beganAt)}`,
        ...(endedAt ? [`Working again since: ${when(endedAt)}`] : []),
        `Last error: ${lastError}`,
        `Deliveries given up: ${givenUp.toLocaleString('en')}`,
      ],
    },
    paragraph(
      endedAt
        ? 'What was given up is not sent by itself.'
        : 'A report follows once it works again. What was given up until then is not sent by itself.',
    ),
    {
      to: 'To see what was given up, send it again or drop it',
      commands: [
        'inquiries deliveries --failed',
        'inquiries redeliver --failed',
        'inquiries dismiss --failed',
      ],
    },
  ]);
}

/** The team's destinations in the words of its e-mails. */
export const channels: Record<TeamDestination, string> = {
  email: 'by e-mail',
  webhook: 'to the webhook',
};
