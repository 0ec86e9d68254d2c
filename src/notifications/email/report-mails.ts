import { formatTime } from '../../inquiry/format-time.ts';
import type { Outage } from '../outages.ts';
import { adminBlock, type MailDocument, paragraph } from './mail-text.ts';

/** E-mail to the team about a destination that fails or works again. Times are in `timeZone`. */
export function outageMail(
  { since, endedAt, waiting, givenUp, lastError }: Outage,
  destinationLabel: string,
  timeZone: string,
): MailDocument {
  const format = (at: string) => formatTime(timeZone, Date.parse(at));
  const counts = [
    `Waiting, sent automatically once it works: ${waiting.toLocaleString('en')}`,
    `Given up, not sent again automatically: ${givenUp.toLocaleString('en')}`,
  ];
  if (endedAt !== null) {
    const heading = `Delivery ${destinationLabel} works again`;
    return {
      subject: heading,
      news: `Since ${format(endedAt)}.`,
      heading,
      blocks: [
        { lines: counts },
        adminBlock('To list, resend or dismiss what was given up', [
          'inquiries deliveries --failed',
          'inquiries redeliver --failed',
          'inquiries dismiss --failed',
        ]),
      ],
    };
  }
  const heading = `Delivery ${destinationLabel} fails`;
  return {
    subject: heading,
    news: `Since ${format(since)}.`,
    isUrgent: true,
    heading,
    blocks: [
      { lines: [`Last error: ${lastError}`, ...counts] },
      paragraph(
        'Please tell your administrator. Another email follows once deliveries work again, or tomorrow.',
      ),
      adminBlock('To look closer', ['inquiries check', 'inquiries deliveries']),
    ],
  };
}
