import type { FollowUpLink } from '../../action-links/action-link.ts';
import { timeIn } from '../../inquiry/format-time.ts';
import { printable } from '../../inquiry/strip-control-chars.ts';
import type { Digest, DueInquiry } from '../schedule/read-digest.ts';
import { dueLabels } from './inquiry-mails.ts';
import { type Block, linksNote, type MailText, paragraph, toMailText } from './mail-text.ts';
import { channels } from './outage-mail.ts';

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
      section: title,
      blocks: [
        ...entries.flatMap((entry) => entryBlocks(entry, timeZone, linksTo)),
        ...(more ? [paragraph(`And ${more.toLocaleString('en')} more.`)] : []),
      ],
    }));
  const hasLinks = lists.some(({ blocks }) => blocks.some((block) => 'links' in block));
  return toMailText(heading, [
    ...(hasLinks ? [linksNote] : []),
    ...lists,
    ...(notDelivered.length ? [failuresBlock(notDelivered)] : []),
    { to: 'To see all that waits', commands: ['inquiries list --due'] },
  ]);
}

const count = (number: number, what: string) =>
  number ? [`${number.toLocaleString('en')} ${what}`] : [];

const sum = (counts: { count: number }[]) => counts.reduce((all, { count }) => all + count, 0);

const dateInWords = (day: string) =>
  Temporal.PlainDate.from(day).toLocaleString('en-US', {
    weekday: 'long',
    month: 'long',
    day: 'numeric',
  });

function entryBlocks(
  { inquiry, due }: DueInquiry,
  timeZone: string,
  linksTo: (id: string) => FollowUpLink[],
): Block[] {
  const { id, firstName, lastName, company } = inquiry;
  const links = linksTo(id);
  return [
    {
      lines: [
        { name: printable(`${firstName} ${lastName}, ${company}`) },
        `${dueLabels[due.what]} due: ${timeIn(timeZone, Date.parse(due.at))}`,
        { code: `inquiries show ${id}` },
      ],
    },
    ...(links.length ? [{ links }] : []),
  ];
}

const failuresBlock = (failures: Digest['notDelivered']): Block => ({
  section: 'Not delivered',
  blocks: [
    {
      lines: [
        ...failures.map(
          ({ destination, count }) =>
            `Given up ${channels[destination]}: ${count.toLocaleString('en')}`,
        ),
        { code: 'inquiries deliveries --failed' },
      ],
    },
  ],
});
