import { formatTime } from '../../inquiry/format-time.ts';
import type { TeamDestination } from '../../store/tables.ts';
import type { Outage } from '../outages.ts';
import { adminBlock, type MailContent, paragraph, renderMail } from './mail-text.ts';

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
        `First failed delivery: ${format(beganAt)}`,
        ...(endedAt ? [`Working again since: ${format(endedAt)}`] : []),
        `Last error: ${lastError}`,
        `Failed deliveries: ${givenUp.toLocaleString('en')}`,
      ],
    },
    paragraph(
      endedAt
        ? 'Failed deliveries are not sent again automatically.'
        : 'Another email follows once deliveries work again. Failed deliveries are not sent again automatically.',
    ),
    adminBlock('To list, resend or dismiss failed deliveries', [
      'inquiries deliveries --failed',
      'inquiries redeliver --failed',
      'inquiries dismiss --failed',
    ]),
  ]);
}

/** Labels of destinations in e-mails to the team. */
export const destinationLabels: Record<TeamDestination, string> = {
  email: 'by email',
  webhook: 'to the webhook',
};
