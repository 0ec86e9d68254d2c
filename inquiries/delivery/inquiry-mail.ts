import { promisedMs } from '../deadlines.ts';
import { labelledFields } from '../field-labels.ts';
import type { StoredInquiry } from '../stored-inquiry.ts';
import { timeIn } from '../time-in.ts';
import { escapeHtml } from './escape-html.ts';
import type { FollowUpLink } from './follow-up-link.ts';
import { linksAsHtml, linksAsText, linksNote } from './link-text.ts';
import { indent, type MailText, oneLine } from './mail-text.ts';

/** What the team reads about a new inquiry. Times are those of `timeZone` (IANA name). */
export function inquiryMail(
  inquiry: StoredInquiry,
  timeZone: string,
  links: FollowUpLink[] = [],
): MailText {
  const { id, receivedAt, persona, firstName, lastName, company } = inquiry;
  const when = (afterMs: number) => timeIn(timeZone, Date.parse(receivedAt) + afterMs);
  const content: Content = {
    heading: oneLine(`Inquiry (${persona}): ${firstName} ${lastName}, ${company}`),
    times: [
      { label: 'Received', value: when(0) },
      { label: 'Review it by', value: when(promisedMs.review) },
      { label: 'If qualified, respond by', value: when(promisedMs.response) },
    ],
    fields: labelledFields(inquiry),
    links,
    commands: [
      `npm run inquiries -- show ${id}`,
      `npm run inquiries -- mark ${id} reviewed --qualified`,
      `npm run inquiries -- mark ${id} declined`,
    ],
  };
  return { subject: content.heading, text: toText(content), html: toHtml(content) };
}

interface Content {
  heading: string;
  times: { label: string; value: string }[];
  fields: { label: string; value: string }[];
  links: FollowUpLink[];
  commands: string[];
}

const toText = ({ heading, times, fields, links, commands }: Content) =>
  [
    heading,
    times.map(({ label, value }) => `${label}: ${value}`).join('\n'),
    ...fields.map(({ label, value }) => `${label}\n${indent(value)}`),
    ...(links.length ? [linksNote, linksAsText(links)] : []),
    `To work with it, where the website runs\n${indent(commands.join('\n'))}`,
    'An answer to this mail goes to the inquirer.\n',
  ].join('\n\n');

const toHtml = ({ heading, times, fields, links, commands }: Content) => `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><title>${escapeHtml(heading)}</title></head>
<body style="font-family: sans-serif; line-height: 1.5">
<h1 style="font-size: 1.25em">${escapeHtml(heading)}</h1>
<p>${times.map(({ label, value }) => `${label}: <b>${escapeHtml(value)}</b>`).join('<br>\n')}</p>
<dl>
${fields
  .map(
    ({ label, value }) => `<dt style="margin-top: 0.75em"><b>${label}</b></dt>
<dd dir="auto" style="margin: 0; white-space: pre-wrap">${escapeHtml(value)}</dd>`,
  )
  .join('\n')}
</dl>
${links.length ? `<p>${linksNote}</p>\n${linksAsHtml(links)}\n` : ''}<p>To work with it, where the website runs:</p>
<pre>${commands.map(escapeHtml).join('\n')}</pre>
<p>An answer to this mail goes to the inquirer.</p>
</body>
</html>
`;
