import { dayMs, formatShare, formatTime, toIso } from '../../inquiry/format-time.ts';
import { slaHours } from '../../inquiry/deadlines.ts';
import { toManyId, toTitleCase } from '../../inquiry/link-actions.ts';
import { countUndelivered } from '../../store/events.ts';
import { type DueInquiries, readDue, readSuspected } from '../../store/inquiries/list-inquiries.ts';
import { type PeriodStats, readWeeklyStats } from '../../store/inquiries/weekly-stats.ts';
import { readSharedValue } from '../../store/shared-values.ts';
import { countRows, type Store } from '../../store/store.ts';
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
import {
  type BusinessCalendar,
  findBusinessDay,
  officeHours,
  toHour,
  toZoned,
} from '../schedule/office-hours.ts';
import type { MailContext, Message } from './message.ts';

/** Inquiries that each of its lists describes: mail programs cut long messages. */
const maxEntries = 18;
/** Suspected spam that it names. */
const maxSuspected = 20;
/** A digest is at most three days after the last one, except after holidays. */
const refusalsSinceMs = 3 * dayMs;

/** List of what is due and late, on business mornings. */
export const digest: Message<Digest> = {
  kind: 'digest',
  load: ({ about }, { store, clock, ...calendar }) =>
    readDigest(store, about ?? '', clock(), calendar),
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
    return { ...mail, to: context.escalateTo ?? [], news: `${reason} ${mail.news}` };
  },
};

type Digest = Awaited<ReturnType<typeof collect>>;

/**
 * Reads the digest of a day, a date in the firm's time zone, at `now` (ms since the epoch). Returns
 * undefined before and after that day, and if there is nothing to tell. Throws `StoreUnavailable`.
 */
export async function readDigest(
  store: Store,
  day: string,
  now: number,
  calendar: BusinessCalendar,
): Promise<Digest | undefined> {
  if (toZoned(now, calendar).toPlainDate().toString() !== day) return undefined;
  const digest = await collect(store, Temporal.PlainDate.from(day), now, calendar);
  return digest.lastWeek || describeCounts(digest).length ? digest : undefined;
}

async function collect(
  store: Store,
  date: Temporal.PlainDate,
  now: number,
  calendar: BusinessCalendar,
) {
  const { timeZone } = calendar;
  const nextDate = findBusinessDay(date, calendar);
  const previousDate = findBusinessDay(date, calendar, -1);
  const nextOpening = toHour(nextDate, officeHours.from, calendar);
  const previousMidnight = toHour(previousDate, 0, calendar);
  const until = toIso(now);
  // Newest deadline first, or old inquiries would crowd out new ones.
  const [late, upcoming, escalated, suspected, undelivered, refused] = await Promise.all([
    readDue(store, { from: 0, until: now, limit: maxEntries }),
    readDue(store, { from: now, until: nextOpening, limit: maxEntries }),
    readDue(store, { from: 0, until: previousMidnight, limit: 1 }),
    readSuspected(store, until, maxSuspected),
    countUndelivered(store, now),
    countRefused(store, now),
  ]);
  const isFirstOfWeek = previousDate.until(date).days >= date.dayOfWeek;
  const backupAgeMs = now - Date.parse((await readSharedValue(store, 'last-backup')) ?? '');
  return {
    day: date.toString(),
    nextDay: nextDate.toString(),
    late,
    upcoming,
    /** Not in these lists. */
    suspected: { ...suspected, until },
    /** An inquiry is two business days late. */
    isEscalated: escalated.count > 0,
    // Six days ago is in the last week.
    lastWeek: isFirstOfWeek
      ? await readWeeklyStats(store, { weeks: 1, end: now - 6 * dayMs, now, timeZone })
      : undefined,
    /** Given up, or waiting for an hour. */
    notDelivered: undelivered.filter(({ health, isOurs }) => isOurs && health === 'failing'),
    refused,
    /** Above two days. A store that was never copied is the concern of `inquiries check`. */
    backupAgeDays: backupAgeMs >= 2 * dayMs ? Math.floor(backupAgeMs / dayMs) : undefined,
  };
}

/** Counts the deliveries of the last days that the mail server refused for some recipients. */
const countRefused = ({ db }: Store, now: number) =>
  countRows(
    db
      .selectFrom('deliveries')
      .where('nextAttemptAt', '>', toIso(now - refusalsSinceMs))
      .where('state', '=', 'delivered')
      .where('lastError', 'is not', null),
  );

/** Counts what a digest is about; empty if nothing is due. */
function describeCounts(digest: Digest): string[] {
  const { late, upcoming, day, nextDay, notDelivered, refused, suspected, backupAgeDays } = digest;
  const isWithinWeek = Temporal.PlainDate.from(day).until(nextDay).days < 7;
  const next = isWithinWeek ? `${formatDay(nextDay, {})} morning` : formatDay(nextDay);
  const undelivered = notDelivered.reduce((total, { count }) => total + count, 0);
  return [
    ...formatCount(late.count, 'late'),
    ...formatCount(upcoming.count, `due by ${next}`),
    ...formatCount(undelivered, 'not delivered'),
    ...describeRefused(refused),
    ...formatCount(suspected.count, 'suspected spam'),
    ...(backupAgeDays ? [`no backup for ${backupAgeDays} days`] : []),
  ];
}

const describeRefused = (count: number) =>
  formatCount(count, `${count === 1 ? 'email' : 'emails'} did not reach some of you`);

function digestMail(data: Digest, context: MailContext): Mail {
  const { day, late, upcoming, nextDay, notDelivered, refused, lastWeek, backupAgeDays } = data;
  const { firm, getLinks, timeZone } = context;
  const heading = `Inquiries on ${formatDay(day)}`;
  const summary = describeCounts(data).join(', ') || 'nothing is due';
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
  const age = `The last verified copy of the inquiries is ${backupAgeDays} days old: ${tell}`;
  const linksNote =
    'Each link opens a page that asks you to confirm. It works for 30 days without signing in.';
  return {
    subject: `${heading}: ${summary}`,
    news: `${summary.charAt(0).toUpperCase()}${summary.slice(1)}.`,
    isUrgent: late.count > 0 || backupAgeDays !== undefined,
    excerpt: nameFirst(inquiries, timeZone),
    heading,
    parts: [
      ...(lastWeek ? [paragraph(describeWeek(lastWeek))] : []),
      ...section(
        'Not delivered',
        failures.length ? [paragraph(...failures, `If it goes on, ${tell}`)] : [],
      ),
      ...section('Backup', backupAgeDays ? [paragraph(age)] : []),
      ...section('Late', listDue(late, context)),
      ...section(`Due before the next digest on ${formatDay(nextDay)}`, listDue(upcoming, context)),
      ...section('Suspected spam', listSuspected(data, context)),
      ...(hasLinks ? [notes(linksNote)] : []),
      ...(lastWeek
        ? [notes(`The first digest of a week always comes. If it does not, ${tell}`)]
        : []),
    ],
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

const listDue = ({ count, first }: DueInquiries, context: MailContext): Part[] => [
  ...first.map(({ inquiry, due }) => {
    const lines = [dueLine(due, context.timeZone).text, describeAssignee(inquiry)];
    return describeEntry(inquiry, due.kind, context, lines);
  }),
  ...describeRest(count - first.length),
];

/** Names the suspected spam, for which no reminder comes, with one link for all of it. */
function listSuspected(
  { suspected: { count, first, until } }: Digest,
  { timeZone, getLinks }: MailContext,
): Part[] {
  if (count === 0) return [];
  const these = count === 1 ? 'it' : `these ${count.toLocaleString('en')}`;
  const label = toTitleCase(`Mark ${these} as spam`);
  const links = getLinks(toManyId(until));
  return [
    paragraph(...first.map((inquiry) => typed([nameInquiry(inquiry, timeZone)]))),
    ...describeRest(count - first.length),
    ...buttons(links.map((link) => ({ ...link, label }))),
  ];
}
