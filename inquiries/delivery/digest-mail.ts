import { printable } from '../printable.ts';
import { timeIn } from '../time-in.ts';
import { escapeHtml } from './escape-html.ts';
import type { FollowUpLink } from './follow-up-link.ts';
import { linksAsHtml, linksAsText, linksNote } from './link-text.ts';
import { indent, type MailText, toHtmlPage } from './mail-text.ts';
import { channels } from './outage-mail.ts';
import type { Digest, DueInquiry } from './read-digest.ts';
import { dueLabels } from './reminder-mail.ts';

/** What the team reads on a business morning. `linksTo` makes the links for an inquiry's id. */
export function digestMail(
  { day, late, today, notDelivered }: Digest,
  timeZone: string,
  linksTo: (id: string) => FollowUpLink[],
): MailText {
  const counts = [
    ...count(late.entries.length + late.more, 'late'),
    ...count(today.entries.length + today.more, 'due today'),
    ...count(sum(notDelivered), 'not delivered'),
  ];
  const heading = `Inquiries on ${dateInWords(day)}: ${counts.join(', ')}`;
  const lists = [
    { title: 'Late', list: late },
    { title: 'Due today', list: today },
  ]
    .filter(({ list }) => list.entries.length)
    .map(({ title, list: { entries, more } }) => ({
      title,
      lines: entries.map((entry) => lineOf(entry, timeZone, linksTo)),
      more: more ? [`And ${more.toLocaleString('en')} more.`] : [],
    }));
  const notes = lists.some(({ lines }) => lines.some(({ links }) => links.length))
    ? [linksNote]
    : [];
  const failures = notDelivered.map(
    ({ destination, count }) => `Given up ${channels[destination]}: ${count.toLocaleString('en')}`,
  );
  const failuresTitle = 'Not delivered';
  const failuresCommand = 'inquiries deliveries --failed';
  const allOf = 'To see all that waits, where the website runs';
  const command = 'inquiries list --due';

  return {
    subject: heading,
    text: [
      heading,
      ...notes,
      ...lists.flatMap(({ title, lines, more }) => [
        title,
        ...[...lines.map(lineAsText), ...more].map(indent),
      ]),
      ...(failures.length
        ? [failuresTitle, indent([...failures, failuresCommand].join('\n'))]
        : []),
      `${allOf}\n${indent(command)}\n`,
    ].join('\n\n'),
    html: toHtmlPage(
      heading,
      [
        ...notes.map((text) => `<p>${text}</p>`),
        ...lists.flatMap(({ title, lines, more }) => [
          titleAsHtml(title),
          ...lines.map(lineAsHtml),
          ...more.map((text) => `<p>${text}</p>`),
        ]),
        ...(failures.length
          ? [
              titleAsHtml(failuresTitle),
              `<p>${failures.join('<br>\n')}<br>\n<code>${failuresCommand}</code></p>`,
            ]
          : []),
        `<p>${allOf}:</p>\n<pre>${command}</pre>`,
      ].join('\n'),
    ),
  };
}

const count = (number: number, what: string) =>
  number ? [`${number.toLocaleString('en')} ${what}`] : [];

const sum = (counts: { count: number }[]) => counts.reduce((all, { count }) => all + count, 0);

const titleAsHtml = (title: string) => `<h2 style="font-size: 1.1em">${title}</h2>`;

const dateInWords = (day: string) =>
  Temporal.PlainDate.from(day).toLocaleString('en-US', {
    weekday: 'long',
    month: 'long',
    day: 'numeric',
  });

interface Line {
  who: string;
  due: string;
  command: string;
  links: FollowUpLink[];
}

function lineOf(
  { inquiry, due }: DueInquiry,
  timeZone: string,
  linksTo: (id: string) => FollowUpLink[],
): Line {
  const { id, firstName, lastName, company } = inquiry;
  return {
    who: printable(`${firstName} ${lastName}, ${company}`),
    due: `${dueLabels[due.what]} due: ${timeIn(timeZone, Date.parse(due.at))}`,
    command: `inquiries show ${id}`,
    links: linksTo(id),
  };
}

const lineAsText = ({ who, due, command, links }: Line) =>
  [`${who}\n${due}\n${command}`, ...(links.length ? [linksAsText(links)] : [])].join('\n\n');

const lineAsHtml = ({ who, due, command, links }: Line) =>
  `<p><b dir="auto">${escapeHtml(who)}</b><br>
${escapeHtml(due)}<br>
<code>${escapeHtml(command)}</code></p>${links.length ? `\n${linksAsHtml(links)}` : ''}`;
