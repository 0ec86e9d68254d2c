import { slaHours } from '../../inquiry/deadlines.ts';
import { toManyId } from '../../inquiry/link-actions.ts';
import { formatShare, formatTime } from '../../inquiry/format-time.ts';
import type { DueInquiries } from '../../store/inquiries/list-inquiries.ts';
import type { PeriodStats } from '../../store/inquiries/weekly-stats.ts';
import {
  describeAssignee,
  describeEntry,
  describeRest,
  dueLine,
  nameFirst,
  nameInquiry,
} from '../email/describe-inquiry.ts';
import {
  buttons,
  type Mail,
  notes,
  paragraph,
  type Part,
  section,
  typed,
} from '../email/render-mail.ts';
import { type Digest, readDigest } from '../schedule/digest.ts';
import type { MailContext, Message } from './message.ts';

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
  const { day, late, upcoming, suspected, nextDay, notDelivered, refused } = data;
  const { lastWeek, backupAgeDays } = data;
  const { firm, getLinks, timeZone } = context;
  const undelivered = notDelivered.reduce((total, { count }) => total + count, 0);
  const refusals = formatCount(
    refused,
    `${refused === 1 ? 'email' : 'emails'} did not reach some of you`,
  );
  const counts = [
    ...formatCount(late.count, 'late'),
    ...formatCount(upcoming.count, `due by ${formatDay(nextDay, {})} morning`),
    ...formatCount(undelivered, 'not delivered'),
    ...refusals,
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
    ...refusals.map((text) => `${text}: the mail server refused an address.`),
  ];
  const tell = `please tell ${firm.administrator.name} (${firm.administrator.email}).`;
  const parts: Part[] = lastWeek ? [paragraph(describeWeek(lastWeek))] : [];
  if (failures.length)
    parts.push(section('Not delivered', [paragraph(...failures, `If it goes on, ${tell}`)]));
  if (backupAgeDays) {
    const age = `The last verified copy of the inquiries is ${backupAgeDays} days old:`;
    parts.push(section('Backup', [paragraph(`${age} ${tell}`)]));
  }
  parts.push(
    ...listDue('Late', late, context),
    ...listDue(`Due before the next digest on ${formatDay(nextDay)}`, upcoming, context),
    ...listSuspected(data, context),
  );
  if (hasLinks) parts.push(notes(linksNote));
  if (lastWeek) {
    parts.push(notes(`The first digest of a week always comes. If it does not, ${tell}`));
  }
  return {
    subject: `${heading}: ${summary}`,
    news: `${summary.charAt(0).toUpperCase()}${summary.slice(1)}.`,
    isUrgent: late.count > 0 || backupAgeDays !== undefined,
    excerpt: nameFirst(inquiries, timeZone),
    heading,
    parts,
  };
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

function listDue(title: string, { count, first }: DueInquiries, context: MailContext): Part[] {
  if (count === 0) return [];
  const entries = first.map(({ inquiry, due }) => {
    const lines = [dueLine(due, context.timeZone).text, describeAssignee(inquiry)];
    return describeEntry(inquiry, due.kind, context, lines);
  });
  return [section(title, [...entries, ...describeRest(count - first.length)])];
}

/** Names the suspected spam, for which no reminder comes, with one link for all of it. */
function listSuspected(
  { suspected: { count, first, until } }: Digest,
  { timeZone, getLinks }: MailContext,
): Part[] {
  if (count === 0) return [];
  const label =
    count === 1 ? 'Mark it as spam' : `Mark these ${count.toLocaleString('en')} as spam`;
  const parts = [
    paragraph(...first.map((inquiry) => typed([nameInquiry(inquiry, timeZone)]))),
    ...describeRest(count - first.length),
    ...buttons(getLinks(toManyId(until)).map((link) => ({ ...link, label }))),
  ];
  return [section('Suspected spam', parts)];
}
