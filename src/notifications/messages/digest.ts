import { slaHours } from '../../inquiry/deadlines.ts';
import { toManyId } from '../../inquiry/link-actions.ts';
import { formatShare, formatTime } from '../../inquiry/format-time.ts';
import type { DueInquiries } from '../../store/inquiries/list-inquiries.ts';
import type { PeriodStats } from '../../store/inquiries/weekly-stats.ts';
import {
  describeAssignee,
  describeEntry,
  describeRest,
  dueLabels,
  nameInquiry,
  selectLinks,
} from '../email/describe-inquiry.ts';
import { type Block, paragraph } from '../email/render-mail.ts';
import { type Digest, readDigest } from '../schedule/digest.ts';
import type { Mail, MailContext, Message } from './message.ts';

const linksNote =
  'Each link opens a page that asks you to confirm. It works for 30 days without signing in.';

/** What is due and late, on business mornings. */
export const digest: Message<Digest> = {
  kind: 'digest',
  reaches: ['team'],
  load: ({ about }, { store, now, ...calendar }) => readDigest(store, about ?? '', now, calendar),
  mail: digestMail,
};

/** The digest for those to whom late inquiries are escalated, who answer none: without links. */
export const escalation: Message<Digest> = {
  ...digest,
  kind: 'escalation',

  async load(event, context) {
    const loaded = await digest.load(event, context);
    return loaded?.isEscalated ? loaded : undefined;
  },

  mail(data, context) {
    const mail = digestMail(data, { ...context, getLinks: () => [] });
    const reason = 'You get this email because an inquiry is two business days late.';
    return { ...mail, to: context.escalateTo, news: `${reason} ${mail.news}` };
  },
};

function digestMail(data: Digest, context: MailContext): Mail {
  const {
    day,
    late,
    upcoming,
    suspected,
    nextDay,
    notDelivered,
    refused,
    lastWeek,
    backupAgeDays,
  } = data;
  const { firm, getLinks, timeZone } = context;
  const undelivered = notDelivered.reduce((total, { count }) => total + count, 0);
  const counts = [
    ...formatCount(late.count, 'late'),
    ...formatCount(upcoming.count, `due by ${formatDay(nextDay, {})} morning`),
    ...formatCount(undelivered, 'not delivered'),
    ...describeRefused(refused),
    ...formatCount(suspected.count, 'suspected spam'),
    ...(backupAgeDays ? [`no backup for ${backupAgeDays} days`] : []),
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
  if (failures.length) {
    const lines = [...failures, `If it goes on, ${tell}`];
    blocks.push({ section: 'Not delivered', blocks: [{ lines }] });
  }
  if (backupAgeDays) {
    const age = `The last verified copy of the inquiries is ${backupAgeDays} days old:`;
    blocks.push({ section: 'Backup', blocks: [{ lines: [`${age} ${tell}`] }] });
  }
  blocks.push(...listBlocks('Late', late, context));
  blocks.push(
    ...listBlocks(`Due before the next digest on ${formatDay(nextDay)}`, upcoming, context),
  );
  blocks.push(...suspectedBlocks(data, context));
  if (hasLinks) blocks.push({ notes: [linksNote] });
  if (lastWeek) {
    const promise = 'The first digest of a week always comes. If it does not,';
    blocks.push({ notes: [`${promise} ${tell}`] });
  }
  return {
    subject: `${heading}: ${summary}`,
    news: `${summary.charAt(0).toUpperCase()}${summary.slice(1)}.`,
    isUrgent: late.count > 0 || backupAgeDays !== undefined,
    excerpt: inquiries
      .slice(0, 3)
      .map((inquiry) => nameInquiry(inquiry, timeZone))
      .join('; '),
    heading,
    blocks,
  };
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
  context: MailContext,
): Block[] {
  if (count === 0) return [];
  const blocks = first.map((entry) => entryBlock(entry, context));
  return [{ section, blocks: [...blocks, ...describeRest(count - first.length)] }];
}

/** Names the suspected spam, for which no reminder comes, with one link for all of it. */
function suspectedBlocks(
  { suspected: { count, first, until } }: Digest,
  { timeZone, getLinks }: MailContext,
): Block[] {
  if (count === 0) return [];
  const names = first.map((inquiry) => nameInquiry(inquiry, timeZone));
  const links = getLinks(toManyId(until)).map((link) => ({
    ...link,
    label: count === 1 ? 'Mark it as spam' : `Mark these ${count.toLocaleString('en')} as spam`,
  }));
  return [
    {
      section: 'Suspected spam',
      blocks: [
        { lines: names.map((name) => ({ typed: [name] })) },
        ...describeRest(count - first.length),
        ...(links.length ? [{ links }] : []),
      ],
    },
  ];
}

function entryBlock(
  { inquiry, due }: DueInquiries['first'][number],
  { timeZone, getLinks }: MailContext,
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
