import { promisedMs } from '../deadlines.ts';
import { labelledFields } from '../field-labels.ts';
import { printable } from '../printable.ts';
import type { StoredInquiry } from '../stored-inquiry.ts';
import { timeIn } from '../time-in.ts';
import { escapeHtml } from './escape-html.ts';
import type { FollowUpLink } from './follow-up-link.ts';
import { indent, type MailText, toHtmlPage } from './mail-text.ts';
import { waysToActAsHtml, waysToActAsText } from './ways-to-act.ts';

/** What the team reads about a new inquiry. Times are those of `timeZone` (IANA name). */
export function inquiryMail(
  inquiry: StoredInquiry,
  timeZone: string,
  links: FollowUpLink[] = [],
): MailText {
  const { id, receivedAt, persona, firstName, lastName, company } = inquiry;
  const when = (afterMs: number) => timeIn(timeZone, Date.parse(receivedAt) + afterMs);
  const content: Content = {
    heading: printable(`Inquiry (${persona}): ${firstName} ${lastName}, ${company}`),
    times: [
      { label: 'Received', value: when(0) },
      { label: 'Review it by', value: when(promisedMs.review) },
      { label: 'If qualified, respond by', value: when(promisedMs.response) },
    ],
    fields: labelledFields(inquiry),
    links,
    commands: [
      `inquiries show ${id}`,
      `inquiries mark ${id} reviewed --qualified`,
      `inquiries mark ${id} declined`,
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
    ...waysToActAsText({ links, commands }),
  ].join('\n\n');

const toHtml = ({ heading, times, fields, links, commands }: Content) =>
  toHtmlPage(
    heading,
    [
      `<p>${times.map(({ label, value }) => `${label}: <b>${escapeHtml(value)}</b>`).join('<br>\n')}</p>`,
      `<dl>\n${fields.map(toHtmlField).join('\n')}\n</dl>`,
      ...waysToActAsHtml({ links, commands }),
    ].join('\n'),
  );

const toHtmlField = ({ label, value }: Content['fields'][number]) =>
  `<dt style="margin-top: 0.75em"><b>${label}</b></dt>
<dd dir="auto" style="margin: 0; white-space: pre-wrap">${escapeHtml(value)}</dd>`;
