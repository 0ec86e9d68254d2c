import type { TeamDestination } from '../tables.ts';
import { timeIn } from '../time-in.ts';
import { escapeHtml } from './escape-html.ts';
import { indent, type MailText, toHtmlPage } from './mail-text.ts';
import type { Outage } from './outages.ts';

/** E-mail to the team about a destination that fails, or works again. Times are those of `timeZone`. */
export function outageMail(
  { destination, beganAt, endedAt, givenUp, lastError }: Outage,
  timeZone: string,
): MailText {
  const when = (at: string) => timeIn(timeZone, Date.parse(at));
  const subject = `Delivery ${channels[destination]} ${endedAt ? 'works again' : 'fails'}`;
  const facts = [
    `First delivery given up: ${when(beganAt)}`,
    ...(endedAt ? [`Working again since: ${when(endedAt)}`] : []),
    `Last error: ${lastError}`,
    `Deliveries given up: ${givenUp.toLocaleString('en')}`,
  ];
  const note = endedAt
    ? 'What was given up is not sent by itself.'
    : 'A report follows once it works again. What was given up until then is not sent by itself.';
  const instruction = 'To see what was given up, send it again or drop it, where the website runs';
  const commands = [
    'inquiries deliveries --failed',
    'inquiries redeliver --failed',
    'inquiries dismiss --failed',
  ].join('\n');
  return {
    subject,
    text: [subject, facts.join('\n'), note, `${instruction}\n${indent(commands)}\n`].join('\n\n'),
    html: toHtmlPage(
      subject,
      [
        `<p>${facts.map(escapeHtml).join('<br>\n')}</p>`,
        `<p>${note}</p>`,
        `<p>${instruction}:</p>\n<pre>${commands}</pre>`,
      ].join('\n'),
    ),
  };
}

/** The team's destinations in the words of its e-mails. */
export const channels: Record<TeamDestination, string> = {
  email: 'by e-mail',
  webhook: 'to the webhook',
};
