import type { Administrator } from '../../content/firm.ts';
import { formatTime } from '../../inquiry/format-time.ts';
import { stripControlChars } from '../../inquiry/normalize-text.ts';
import type { Destination } from '../../store/tables.ts';
import type { Digest, DueInquiry } from '../schedule/read-digest.ts';
import { dueLabels } from './inquiry-mails.ts';
import {
  type ActionLink,
  adminBlock,
  type Block,
  linksNote,
  type MailContent,
  moreBlocks,
  paragraph,
  renderMail,
} from './mail-text.ts';
import { refusalsBlock } from './report-mails.ts';

interface DigestMailOptions {
  timeZone: string;
  firm: { administrator: Administrator };
  labelOf: (destination: Destination) => string;
  /** Takes an inquiry's id. */
  getLinks: (id: string) => ActionLink[];
}

/** E-mail to the team on business mornings. */
export function digestMail(digest: Digest, options: DigestMailOptions): MailContent {
  const { day, late, lateDays, today, later, nextDay, notDelivered, refused } = digest;
  const { timeZone, firm, labelOf } = options;
  const { administrator } = firm;
  const contact = `${administrator.name} (${administrator.email})`;
  const counts = [
    ...formatCount(late.entries.length + late.more, 'late'),
    ...(lateDays ? [`oldest ${lateDays === 1 ? '1 day' : `${lateDays} days`}`] : []),
    ...formatCount(today.entries.length + today.more, 'due today'),
    ...formatCount(later.entries.length + later.more, `due by ${formatWeekday(nextDay)} morning`),
    ...formatCount(sum(notDelivered), 'not delivered'),
    ...formatCount(refused.length, refused.length === 1 ? 'address refused' : 'addresses refused'),
  ];
  const heading = `Inquiries on ${formatDay(day)}: ${counts.join(', ') || 'nothing is due'}`;
  const lists = [
    { title: 'Late', list: late },
    { title: 'Due today', list: today },
    { title: `Due before the next digest on ${formatDay(nextDay)}`, list: later },
  ]
    .filter(({ list }) => list.entries.length)
    .map(({ title, list: { entries, more } }) => ({
      section: title,
      blocks: [...entries.flatMap((entry) => entryBlocks(entry, options)), ...moreBlocks(more)],
    }));
  const notes = [
    digest.isFirstOfWeek &&
      `A week's first digest always comes. If it is missing one Monday, please tell ${contact}.`,
    digest.endOfHolidays &&
      `The holidays end in ${digest.endOfHolidays}. Please ask ${contact} to enter the next ones.`,
  ].filter((note) => typeof note === 'string');
  const hasLinks = lists.some(({ blocks }) => blocks.some((block) => 'links' in block));
  return renderMail(heading, [
    ...(hasLinks ? [linksNote] : []),
    ...lists,
    ...(notDelivered.length ? [failuresBlock(notDelivered, labelOf)] : []),
    ...(refused.length
      ? [{ section: 'Refused addresses', blocks: [refusalsBlock(refused, timeZone)] }]
      : []),
    ...notes.map(paragraph),
    adminBlock('To list everything that is due or not delivered', [
      'inquiries list --due',
      'inquiries deliveries --failed',
    ]),
  ]);
}

const formatCount = (count: number, label: string) =>
  count ? [`${count.toLocaleString('en')} ${label}`] : [];

const sum = (counts: { count: number }[]) => counts.reduce((total, { count }) => total + count, 0);

const formatDay = (day: string) =>
  Temporal.PlainDate.from(day).toLocaleString('en-US', {
    weekday: 'long',
    month: 'long',
    day: 'numeric',
  });

const formatWeekday = (day: string) =>
  Temporal.PlainDate.from(day).toLocaleString('en-US', { weekday: 'long' });

function entryBlocks(
  { inquiry, due }: DueInquiry,
  { timeZone, getLinks }: DigestMailOptions,
): Block[] {
  const { id, firstName, lastName, company } = inquiry;
  const links = getLinks(id);
  return [
    {
      lines: [
        { name: stripControlChars(`${firstName} ${lastName}, ${company}`) },
        `${dueLabels[due.kind]} due: ${formatTime(timeZone, Date.parse(due.at))}`,
      ],
    },
    ...(links.length ? [{ links }] : []),
  ];
}

const failuresBlock = (
  failures: Digest['notDelivered'],
  labelOf: DigestMailOptions['labelOf'],
): Block => ({
  section: 'Not delivered',
  blocks: [
    {
      lines: failures.map(
        ({ destination, count }) =>
          `Deliveries ${labelOf(destination)}: ${count.toLocaleString('en')}`,
      ),
    },
  ],
});
