import { formatTime } from '../../inquiry/format-time.ts';
import type { TeamDestination } from '../../store/tables.ts';
import type { Outage } from '../outages.ts';
import { type MailContent, paragraph, renderMail } from './mail-text.ts';

/** E-mail to the team about a destination that fails or works again. Times are in `timeZone`. */
export function outageMail(
  { destination, beganAt, endedAt, givenUp, lastError }: Outage,
  timeZone: string,
): MailContent {
  const format = (at: string) => formatTime(timeZone, Date.parse(at));
  const subject = `Delivery ${destinationLabels[destination]} ${endedAt ? 'works again' : 'fails'}`;
  return renderMail(subject, [
    {
      lines: [
        `First delivery given up: ${format(beganAt)}`,
        ...(endedAt ? [`Working again since: ${format(endedAt)}`] : []),
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

/** Labels of destinations in e-mails to the team. */
export const destinationLabels: Record<TeamDestination, string> = {
  email: 'by e-mail',
  webhook: 'to the webhook',
};
