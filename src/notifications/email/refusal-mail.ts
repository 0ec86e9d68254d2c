import { formatTime } from '../../inquiry/format-time.ts';
import type { RefusedAddress } from '../refused-addresses.ts';
import { adminBlock, type Block, type MailContent, paragraph, renderMail } from './mail-text.ts';

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
