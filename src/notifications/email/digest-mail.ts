import type { Administrator } from '../../content/firm.ts';
import { slaHours } from '../../inquiry/deadlines.ts';
import { formatDuration, formatShare, formatTime } from '../../inquiry/format-time.ts';
import { type Persona, personas } from '../../inquiry/inquiry.ts';
import { stripControlChars } from '../../inquiry/normalize-text.ts';
import type { StoredInquiry } from '../../store/inquiries/stored-inquiry.ts';
import type { DestinationName } from '../../store/tables.ts';
import type { Digest, DueInquiry, LastWeek } from '../schedule/read-digest.ts';
import { describeAssignee, describeSuspicion, dueLabels, selectLinks } from './inquiry-mails.ts';
import {
  type ActionLink,
  adminBlock,
  type Block,
  type Line,
  linksNote,
  type MailDocument,
  moreBlocks,
} from './mail-text.ts';

interface DigestMailOptions {
  timeZone: string;
  firm: { administrator: Administrator };
  labelOf: (destination: DestinationName) => string;
  /** Takes an inquiry's id. */
  getLinks: (id: string) => ActionLink[];
}

/** E-mail to the team on business mornings. */
export function digestMail(digest: Digest, options: DigestMailOptions): MailDocument {
  const { day, late, lateDays, today, later, nextDay, notDelivered, refused } = digest;
  const { firm, labelOf, getLinks } = options;
  const counts = [
    ...formatCount(late.entries.length + late.more, 'late'),
    ...(lateDays ? [`oldest ${lateDays === 1 ? '1 day' : `${lateDays} days`}`] : []),
    ...formatCount(today.entries.length + today.more, 'due today'),
    ...formatCount(later.entries.length + later.more, `due by ${formatWeekday(nextDay)} morning`),
    ...formatCount(sum(notDelivered), 'not delivered'),
    ...formatCount(refused, 'refused by some recipients'),
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
  const inquiries = [late, today, later].flatMap(({ entries }) =>
    entries.map(({ inquiry }) => inquiry),
  );
  const hasLinks = inquiries.some(({ id }) => getLinks(id).length > 0);
  const commands = [
    ...(lists.length && !hasLinks ? ['inquiries list --due'] : []),
    ...(notDelivered.length ? ['inquiries deliveries --failed'] : []),
    ...(refused ? ['inquiries check --send'] : []),
  ];
  return {
    subject: `${heading}: ${summary}`,
    news: `${summary.charAt(0).toUpperCase()}${summary.slice(1)}.`,
    isUrgent: late.entries.length > 0,
    excerpt: inquiries.slice(0, 3).map(nameInquirer).join('; '),
    heading,
    blocks: [
      ...(digest.lastWeek ? [weekBlock(digest.lastWeek, sum(notDelivered))] : []),
      ...lists,
      ...(hasLinks ? [{ notes: [linksNote] }] : []),
      ...(notDelivered.length || refused ? [failuresBlock(notDelivered, refused, labelOf)] : []),
      ...(digest.lastWeek ? [{ notes: [missingDigestNote(firm.administrator)] }] : []),
      ...(commands.length
        ? [adminBlock('To list what is due, not delivered or refused', commands)]
        : []),
    ],
  };
}

const missingDigestNote = ({ name, email }: Administrator) =>
  `The first digest of a week always comes. If it does not, please tell ${name} (${email}).`;

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

/** Figures in bold; lists, which are long, in lines of their own. */
function weekBlock({ received, weeks, open, ...stats }: LastWeek, givenUp: number): Block {
  const byPersona = Object.entries(weeks[0]?.byPersona ?? {})
    .filter(([, count]) => count)
    .map(([persona, count]) => `${count} ${personas[persona as Persona]}`);
  const byAssignee = open.map(({ assignee, count }) =>
    assignee ? `${count} with ${stripControlChars(assignee)}` : `${count} unassigned`,
  );
  const reviews = describePace(stats.onTimeShare, stats.medianReviewMs);
  const responses = describePace(stats.responseOnTimeShare, stats.medianResponseMs);
  const figures: [string, string | number, string[]?][] = [
    ['Inquiries', received, byPersona],
    [`Reviewed within ${slaHours.review} hours`, reviews],
    [`Answered within ${slaHours.response} hours`, responses],
    ['Still open', sum(open), byAssignee],
    ['Deliveries given up', givenUp],
  ];
  const lines = figures.flatMap(([label, value, list = []]): Line[] =>
    value
      ? [{ label, value: value.toLocaleString('en') }, ...(list.length ? [list.join(', ')] : [])]
      : [],
  );
  return lines.length
    ? { section: 'Last week', blocks: [{ lines }] }
    : { lines: ['Last week brought no inquiry, and nothing is open.'] };
}

const describePace = (share: number | undefined, medianMs: number | undefined) =>
  [
    ...(share === undefined ? [] : [formatShare(share)]),
    ...(medianMs === undefined ? [] : [`median ${formatDuration(medianMs)}`]),
  ].join(', ');

function entryBlock(
  { inquiry, due }: DueInquiry,
  { timeZone, getLinks }: DigestMailOptions,
): Block {
  const links = selectLinks(getLinks(inquiry.id), inquiry, due.kind);
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
  refused: number,
  labelOf: DigestMailOptions['labelOf'],
): Block => ({
  section: 'Not delivered',
  blocks: [
    {
      lines: [
        ...failures.map(
          ({ destination, count }) =>
            `Deliveries ${labelOf(destination)}: ${count.toLocaleString('en')}`,
        ),
        ...(refused ? [`Emails that the mail server refused for some of you: ${refused}`] : []),
      ],
    },
  ],
});
