import type { Administrator } from '../../content/firm.ts';
import { slaHours } from '../../inquiry/deadlines.ts';
import { formatShare, formatTime } from '../../inquiry/format-time.ts';
import { stripControlChars } from '../../inquiry/normalize-text.ts';
import type { PeriodStats } from '../../store/inquiries/weekly-stats.ts';
import type { Outage } from '../outages.ts';
import type { DueInquiries } from '../../store/inquiries/list-inquiries.ts';
import type { Digest } from '../schedule/digest.ts';
import {
  describeAssignee,
  describeSuspicion,
  dueLabels,
  nameInquiry,
  selectLinks,
  toExcerpt,
} from './inquiry-mails.ts';
import { type ActionLink, type Block, type MailDocument, paragraph } from './render-mail.ts';

interface DigestMailOptions {
  /** IANA name. */
  timeZone: string;
  firm: { administrator: Administrator };
  /** Takes an inquiry's id. */
  getLinks: (id: string) => ActionLink[];
}

const linksNote =
  'Each link opens a page that asks you to confirm. It works for 30 days without signing in.';

/** E-mail to the team on business mornings. */
export function digestMail(digest: Digest, options: DigestMailOptions): MailDocument {
  const { day, late, upcoming, nextDay, notDelivered, refused, lastWeek } = digest;
  const { firm, getLinks, timeZone } = options;
  const givenUp = notDelivered.reduce((total, { count }) => total + count, 0);
  const counts = [
    ...formatCount(late.count, 'late'),
    ...formatCount(upcoming.count, `due by ${formatDay(nextDay, {})} morning`),
    ...formatCount(givenUp, 'not delivered'),
    ...formatCount(refused, 'refused by some recipients'),
  ];
  const heading = `Inquiries on ${formatDay(day)}`;
  const summary = counts.join(', ') || 'nothing is due';
  const inquiries = [...late.first, ...upcoming.first].map(({ inquiry }) => inquiry);
  const hasLinks = inquiries.some(({ id }) => getLinks(id).length > 0);
  const failures = [
    ...notDelivered.map(
      ({ destination, count }) => `To the ${destination}: ${count.toLocaleString('en')}`,
    ),
    ...(refused ? [`Emails that the mail server refused for some of you: ${refused}`] : []),
  ];
  const tell = `please tell ${firm.administrator.name} (${firm.administrator.email}).`;
  const blocks: Block[] = lastWeek ? [paragraph(describeWeek(lastWeek))] : [];
  blocks.push(...listBlocks('Late', late, options));
  blocks.push(
    ...listBlocks(`Due before the next digest on ${formatDay(nextDay)}`, upcoming, options),
  );
  if (hasLinks) blocks.push({ notes: [linksNote] });
  if (failures.length) {
    const lines = [...failures, `If it goes on, ${tell}`];
    blocks.push({ section: 'Not delivered', blocks: [{ lines }] });
  }
  if (lastWeek) {
    const promise = 'The first digest of a week always comes. If it does not,';
    blocks.push({ notes: [`${promise} ${tell}`] });
  }
  return {
    subject: `${heading}: ${summary}`,
    news: `${summary.charAt(0).toUpperCase()}${summary.slice(1)}.`,
    isUrgent: late.count > 0,
    excerpt: inquiries
      .slice(0, 3)
      .map((inquiry) => nameInquiry(inquiry, timeZone))
      .join('; '),
    heading,
    blocks,
  };
}

/** The digest for those to whom late inquiries are escalated, who answer none: without links. */
export function escalationMail(digest: Digest, options: DigestMailOptions): MailDocument {
  const mail = digestMail(digest, { ...options, getLinks: () => [] });
  const reason = 'You get this email because an inquiry is two business days late.';
  return { ...mail, news: `${reason} ${mail.news}` };
}

const formatCount = (count: number, label: string) =>
  count ? [`${count.toLocaleString('en')} ${label}`] : [];

const formatDay = (
  day: string,
  options: Intl.DateTimeFormatOptions = { month: 'long', day: 'numeric' },
) => Temporal.PlainDate.from(day).toLocaleString('en-US', { weekday: 'long', ...options });

function describeWeek({ received, onTimeShare, responseOnTimeShare }: PeriodStats) {
  const share = (value: number | undefined, label: string) =>
    value === undefined ? [] : [`${formatShare(value)} ${label}`];
  const facts = [
    `${received.toLocaleString('en')} ${received === 1 ? 'inquiry' : 'inquiries'}`,
    ...share(onTimeShare, `reviewed within ${slaHours.review} hours`),
    ...share(responseOnTimeShare, `answered within ${slaHours.response} hours`),
  ];
  return `Last week: ${facts.join(', ')}.`;
}

function listBlocks(
  section: string,
  { count, first }: DueInquiries,
  options: DigestMailOptions,
): Block[] {
  if (count === 0) return [];
  const more = count - first.length;
  const blocks = first.map((entry) => entryBlock(entry, options));
  const rest = more > 0 ? [paragraph(`And ${more.toLocaleString('en')} more.`)] : [];
  return [{ section, blocks: [...blocks, ...rest] }];
}

function entryBlock(
  { inquiry, due }: DueInquiries['first'][number],
  { timeZone, getLinks }: DigestMailOptions,
): Block {
  const links = selectLinks(getLinks(inquiry.id), inquiry, due.kind);
  const [firstLine = ''] = inquiry.message.split('\n');
  return {
    lines: [
      { name: nameInquiry(inquiry, timeZone) },
      { email: stripControlChars(inquiry.email) },
      { typed: [toExcerpt(firstLine)] },
      ...describeSuspicion(inquiry),
      `${dueLabels[due.kind]} due: ${formatTime(timeZone, Date.parse(due.at))}`,
      describeAssignee(inquiry),
      ...(links.length ? [{ links }] : []),
    ],
  };
}

/** E-mail to the team about a destination that fails or works again. Times are in `timeZone`. */
export function outageMail(
  { destination, since, endedAt, waiting, givenUp, lastError }: Outage,
  timeZone: string,
): MailDocument {
  const heading = `Delivery to the ${destination} ${endedAt === null ? 'fails' : 'works again'}`;
  const counts = [
    `Waiting, sent automatically once it works: ${waiting.toLocaleString('en')}`,
    `Given up, not sent again automatically: ${givenUp.toLocaleString('en')}`,
  ];
  const outage = [
    { lines: [`Last error: ${lastError}`, ...counts] },
    paragraph(
      'Please tell your administrator. Another email follows once deliveries work again, or tomorrow.',
    ),
  ];
  return {
    subject: heading,
    news: `Since ${formatTime(timeZone, Date.parse(endedAt ?? since))}.`,
    isUrgent: endedAt === null,
    heading,
    blocks: endedAt === null ? outage : [{ lines: counts }],
  };
}
