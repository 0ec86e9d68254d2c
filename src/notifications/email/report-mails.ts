import { formatTime } from '../../inquiry/format-time.ts';
import type { Outage } from '../outages.ts';
import type { RefusedAddress } from '../refused-addresses.ts';
import { adminBlock, type Block, type MailContent, paragraph, renderMail } from './mail-text.ts';

/** E-mail to the team about a destination that fails or works again. Times are in `timeZone`. */
export function outageMail(
  { since, endedAt, waiting, givenUp, lastError }: Outage,
  destinationLabel: string,
  timeZone: string,
): MailContent {
  const format = (at: string) => formatTime(timeZone, Date.parse(at));
  const counts = [
    `Waiting, sent automatically once it works: ${waiting.toLocaleString('en')}`,
    `Given up, not sent again automatically: ${givenUp.toLocaleString('en')}`,
  ];
  if (endedAt !== null) {
    return renderMail(`Delivery ${destinationLabel} works again`, [
      { lines: [`Works again since: ${format(endedAt)}`, ...counts] },
      adminBlock('To list, resend or dismiss what was given up', [
        'inquiries deliveries --failed',
        'inquiries redeliver --failed',
        'inquiries dismiss --failed',
      ]),
    ]);
  }
  return renderMail(`Delivery ${destinationLabel} fails`, [
    { lines: [`Fails since: ${format(since)}`, `Last error: ${lastError}`, ...counts] },
    paragraph(
      'Please tell your administrator. Another email follows once deliveries work again, or tomorrow.',
    ),
    adminBlock('To look closer', ['inquiries check', 'inquiries deliveries']),
  ]);
}

/** E-mail to the team about addresses of the team that the mail server refuses. */
export function refusalMail(refused: RefusedAddress[], timeZone: string): MailContent {
  const addresses = refused.map(({ address }) => address).join(', ');
  return renderMail(`Our email is refused by ${addresses}`, [
    refusalsBlock(refused, timeZone),
    paragraph(
      'Emails about inquiries reach the other recipients only. Please tell your administrator and ' +
        'the people concerned. This is reported once; each digest lists who is still refused.',
    ),
    adminBlock('To test all addresses', ['inquiries check --send']),
  ]);
}

/** Lists refused addresses, with the time of the first refusal in `timeZone`. */
export const refusalsBlock = (refused: RefusedAddress[], timeZone: string): Block => ({
  lines: refused.map(
    ({ address, since, lastError }) =>
      `${address} refuses our email since ${formatTime(timeZone, Date.parse(since))}: ${lastError}`,
  ),
});
