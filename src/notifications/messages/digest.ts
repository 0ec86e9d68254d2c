import type { Administrator } from '../../content/firm.ts';
import { slaHours } from '../../inquiry/deadlines.ts';
import { formatShare, formatTime } from '../../inquiry/format-time.ts';
import { stripControlChars } from '../../inquiry/normalize-text.ts';
import type { PeriodStats } from '../../store/inquiries/weekly-stats.ts';
import type { DueInquiries } from '../../store/inquiries/list-inquiries.ts';
import type { StoredInquiry } from '../../store/inquiries/stored-inquiry.ts';
import type { Digest } from '../schedule/digest.ts';
import type { Summary } from './summary.ts';
import {
  describeAssignee,
  describeSuspicion,
  dueLabels,
  nameInquiry,
  selectLinks,
  toExcerpt,
} from '../email/describe-inquiry.ts';
import {
  type ActionLink,
  type Block,
  type Line,
  type MailDocument,
  paragraph,
} from '../email/render-mail.ts';

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
  const undelivered = notDelivered.reduce((total, { count }) => total + count, 0);
  const counts = [
    ...formatCount(late.count, 'late'),
    ...formatCount(upcoming.count, `due by ${formatDay(nextDay, {})} morning`),
    ...formatCount(undelivered, 'not delivered'),
    ...describeRefused(refused),
  ];
  const heading = `Inquiries on ${formatDay(day)}`;
  const summary = counts.join(', ') || 'nothing is due';
  const inquiries = [...late.first, ...upcoming.first].map(({ inquiry }) => inquiry);
  const hasLinks = inquiries.some(({ id }) => getLinks(id).length > 0);
  const failures = [
    ...notDelivered.map(({ destination, count, state, waitingSince }) => {
      const total = count.toLocaleString('en');
      if (state === 'failed')
        return `To the ${destination}, given up: ${total}. These are not sent again.`;
      return `To the ${destination}: ${total}, still tried since ${formatTime(timeZone, Date.parse(waitingSince))}`;
    }),
    ...describeRefused(refused).map((text) => `${text}: the mail server refused an address.`),
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

/** E-mail to the team about the inquiries of a minute, when more arrive than it can be told one by one. */
export function summaryMail(
  { since, count, first }: Summary,
  { timeZone, getLinks }: Omit<DigestMailOptions, 'firm'>,
): MailDocument {
  const total = `${count.toLocaleString('en')} new ${count === 1 ? 'inquiry' : 'inquiries'}`;
  const time = formatTime(timeZone, Date.parse(since));
  const entries = first.map((inquiry): Block => {
    const suspicion = describeSuspicion(inquiry);
    const links = suspicion.length ? [] : selectLinks(getLinks(inquiry.id), inquiry, 'review');
    return { lines: [...describeEntry(inquiry, timeZone), ...(links.length ? [{ links }] : [])] };
  });
  return {
    subject: `${total} on ${time}`,
    news: 'More than 30 came within an hour: new ones come together, once a minute.',
    excerpt: first
      .slice(0, 3)
      .map((inquiry) => nameInquiry(inquiry, timeZone))
      .join('; '),
    heading: total,
    blocks: [
      ...entries,
      ...describeRest(count - first.length),
      { notes: ['Only the digest reminds you of these.'] },
    ],
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

const describeRefused = (count: number) =>
  formatCount(count, `${count === 1 ? 'email' : 'emails'} did not reach some of you`);

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
  const blocks = first.map((entry) => entryBlock(entry, options));
  return [{ section, blocks: [...blocks, ...describeRest(count - first.length)] }];
}

const describeRest = (count: number): Block[] =>
  count > 0 ? [paragraph(`And ${count.toLocaleString('en')} more.`)] : [];

/** Describes who asks for what, in the order in which a partner judges it. */
function describeEntry(inquiry: StoredInquiry, timeZone: string): Line[] {
  const [firstLine = ''] = inquiry.message.split('\n');
  return [
    { name: nameInquiry(inquiry, timeZone) },
    { email: stripControlChars(inquiry.email) },
    { typed: [toExcerpt(firstLine)] },
    ...describeSuspicion(inquiry),
  ];
}

function entryBlock(
  { inquiry, due }: DueInquiries['first'][number],
  { timeZone, getLinks }: DigestMailOptions,
): Block {
  const links = selectLinks(getLinks(inquiry.id), inquiry, due.kind);
  return {
    lines: [
      ...describeEntry(inquiry, timeZone),
      `${dueLabels[due.kind]} due: ${formatTime(timeZone, Date.parse(due.at))}`,
      describeAssignee(inquiry),
      ...(links.length ? [{ links }] : []),
    ],
  };
}
