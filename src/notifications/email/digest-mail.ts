import type { Administrator } from '../../content/firm.ts';
import { formatTime } from '../../inquiry/format-time.ts';
import { stripControlChars } from '../../inquiry/normalize-text.ts';
import type { StoredInquiry } from '../../store/inquiries/stored-inquiry.ts';
import type { Destination } from '../../store/tables.ts';
import type { Digest, DueInquiry } from '../schedule/read-digest.ts';
import { describeAssignee, describeSuspicion, dueLabels, orderLinks } from './inquiry-mails.ts';
import {
  type ActionLink,
  adminBlock,
  type Block,
  linksNote,
  type MailDocument,
  moreBlocks,
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
export function digestMail(digest: Digest, options: DigestMailOptions): MailDocument {
  const { day, late, lateDays, today, later, nextDay, notDelivered, refused } = digest;
  const { timeZone, firm, labelOf, getLinks } = options;
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
  const heading = `Inquiries on ${formatDay(day)}`;
  const summary = counts.join(', ') || 'nothing is due';
  const lists = [
    { title: 'Late', list: late },
    { title: 'Due today', list: today },
    { title: `Due before the next digest on ${formatDay(nextDay)}`, list: later },
  ]
    .filter(({ list }) => list.entries.length)
    .map(({ title, list: { entries, more } }) => ({
      section: title,
      blocks: [...entries.map((entry) => entryBlock(entry, options)), ...moreBlocks(more)],
    }));
  const notes = [
    digest.isFirstOfWeek &&
      `A week's first digest always comes. If it is missing one Monday, please tell ${contact}.`,
    digest.endOfHolidays &&
      `The holidays end in ${digest.endOfHolidays}. Please ask ${contact} to enter the next ones.`,
  ].filter((note) => typeof note === 'string');
  const inquiries = [late, today, later].flatMap(({ entries }) =>
    entries.map(({ inquiry }) => inquiry),
  );
  const hasLinks = inquiries.some(({ id }) => getLinks(id).length > 0);
  const commands = [
    ...(lists.length && !hasLinks ? ['inquiries list --due'] : []),
    ...(notDelivered.length ? ['inquiries deliveries --failed'] : []),
  ];
  return {
    subject: `${heading}: ${summary}`,
    news: `${summary.charAt(0).toUpperCase()}${summary.slice(1)}.`,
    isUrgent: late.entries.length > 0,
    excerpt: inquiries.slice(0, 3).map(nameInquirer).join('; '),
    heading,
    blocks: [
      ...lists,
      ...(hasLinks ? [{ notes: [linksNote] }] : []),
      ...(notDelivered.length ? [failuresBlock(notDelivered, labelOf)] : []),
      ...(refused.length
        ? [{ section: 'Refused addresses', blocks: [refusalsBlock(refused, timeZone)] }]
        : []),
      ...(notes.length ? [{ notes }] : []),
      ...(commands.length
        ? [adminBlock('To list everything that is due or not delivered', commands)]
        : []),
    ],
  };
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

function entryBlock(
  { inquiry, due }: DueInquiry,
  { timeZone, getLinks }: DigestMailOptions,
): Block {
  const links = orderLinks(getLinks(inquiry.id), inquiry, due.kind);
  return {
    lines: [
      { name: nameInquirer(inquiry) },
      ...describeSuspicion(inquiry),
      `${dueLabels[due.kind]} due: ${formatTime(timeZone, Date.parse(due.at))}`,
      describeAssignee(inquiry),
      ...(links.length ? [{ links }] : []),
    ],
  };
}

const nameInquirer = ({ firstName, lastName, company }: StoredInquiry) =>
  stripControlChars(`${firstName} ${lastName}, ${company}`);

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
