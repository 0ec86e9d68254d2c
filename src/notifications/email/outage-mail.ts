import { formatTime } from '../../inquiry/format-time.ts';
import type { TeamDestination } from '../../store/tables.ts';
import type { Outage } from '../outages.ts';
import { adminBlock, type MailContent, paragraph, renderMail } from './mail-text.ts';

/** E-mail to the team about a destination that fails or works again. Times are in `timeZone`. */
export function outageMail(
  { destination, since, endedAt, waiting, givenUp, lastError }: Outage,
  timeZone: string,
): MailContent {
  const format = (at: string) => formatTime(timeZone, Date.parse(at));
  const counts = [
    `Waiting, sent automatically once it works: ${waiting.toLocaleString('en')}`,
    `Given up, not sent again automatically: ${givenUp.toLocaleString('en')}`,
  ];
  if (endedAt !== null) {
    return renderMail(`Delivery ${destinationLabels[destination]} works again`, [
      { lines: [`Works again since: ${format(endedAt)}`, ...counts] },
      adminBlock('To list, resend or dismiss what was given up', [
        'inquiries deliveries --failed',
        'inquiries redeliver --failed',
        'inquiries dismiss --failed',
      ]),
    ]);
  }
  return renderMail(`Delivery ${destinationLabels[destination]} fails`, [
    { lines: [`Fails since: ${format(since)}`, `Last error: ${lastError}`, ...counts] },
    paragraph(
      'Please tell your administrator. Another email follows once deliveries work again, or tomorrow.',
    ),
    adminBlock('To look closer', ['inquiries check', 'inquiries deliveries']),
  ]);
}

/** Labels of destinations in e-mails to the team. */
export const destinationLabels: Record<TeamDestination, string> = {
  email: 'by email',
  webhook: 'to the webhook',
};
