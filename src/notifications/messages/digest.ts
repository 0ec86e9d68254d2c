import type { Destination } from '../../config/destinations.ts';
import { dayMs, formatShare, formatTime, toIso } from '../../inquiry/format-time.ts';
import { slaHours } from '../../inquiry/deadlines.ts';
import { toTitleCase } from '../../inquiry/link-actions.ts';
import type { NewestInquiries } from '../../inquiry/stored-inquiry.ts';
import {
  type DueInquiries,
  readDueBetween,
  readLate,
  readSuspected,
} from '../../store/inquiries/due-inquiries.ts';
import { readNewest } from '../../store/inquiries/list-inquiries.ts';
import { type PeriodStats, readWeeklyStats } from '../../store/inquiries/weekly-stats.ts';
import { readSharedValue } from '../../store/shared-values.ts';
import { countRows, type Database, type Store } from '../../store/store.ts';
import { countUndelivered, readUnconfigured } from '../../store/undelivered.ts';
import { maxMailsPerHour } from '../arrival/flood.ts';
import {
  describeEntry,
  describeRest,
  formatCount,
  nameFirst,
  nameInList,
} from '../email/describe-inquiry.ts';
import type { MailContext } from '../email/mail-context.ts';
import { buttons, type Mail, notes, paragraph, section, typed } from '../email/render-mail.ts';
import {
  type BusinessCalendar,
  findBusinessDay,
  findOfficeDay,
  getHours,
  toZoned,
} from '../office-hours.ts';
import type { Message, NotificationContext } from './message.ts';

/** Inquiries that each of its lists describes: mail programs cut long messages. */
const maxEntries = 18;
/** Maximum length of the HTML of a list, without styles. Escaped, a character takes up to 6. */
const maxListLength = 22_000;
/** Suspected spam that it names. */
const maxSuspected = 20;
/** New inquiries that a flood digest describes. */
const maxAdded = 20;

/** List of what is due and late, on business mornings. */
export const digest: Message<Digest> = {
  kind: 'digest',
  load: ({ about }, context) => readDigest(context, about ?? '', context.clock()),
  mail: digestMail,
};

/** The digest for those to whom late inquiries are escalated, who answer none: without links. */
export const escalation: Message<Digest> = {
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

/** A digest at any hour that describes inquiries of a flood, and counts what the daily one lists. */
export const floodDigest: Message<FloodDigest> = {
  kind: 'flood-digest',

  /** Obsolete if all its inquiries are deleted. */
  async load({ number }, context) {
    const { store, clock } = context;
    const added = await readAdded(store, number);
    if (added.count === 0) return undefined;
    const contents = await readContents(context, clock());
    // The daily digest tells of them once.
    return { added, others: { ...contents, unconfigured: [] } };
  },

  mail: floodDigestMail,
};

interface FloodDigest {
  /** The inquiries whose e-mail was skipped. */
  added: NewestInquiries;
  others: Digest;
}

type Digest = Awaited<ReturnType<typeof readContents>>;

/** Reads the inquiries that the flood digest with this number names. */
function readAdded({ db }: Database, digest: number): Promise<NewestInquiries> {
  const named = db
    .selectFrom('deliveries')
    .innerJoin('events', 'events.number', 'deliveries.event')
    .select('inquiryId')
    .where('skipReason', '=', 'flood')
    .where('digest', '=', digest);
  return readNewest(db.selectFrom('inquiries').where('id', 'in', named), maxAdded);
}

type DigestContext = BusinessCalendar & Pick<NotificationContext, 'store' | 'destinations'>;

/**
 * Reads the digest of a day, a date in the firm's time zone, at `now` (ms since the epoch). Returns
 * undefined before and after that day, and if there is nothing to tell. Throws `StoreUnavailable`.
 */
export async function readDigest(
  context: DigestContext,
  day: string,
  now: number,
): Promise<Digest | undefined> {
  if (toZoned(now, context).toPlainDate().toString() !== day) return undefined;
  const contents = await readContents(context, now);
  if (!contents.lastWeek && describeCounts(contents).length === 0) return undefined;
  return contents;
}

/** Reads what a digest tells at `now` (ms since the epoch). Throws `StoreUnavailable`. */
async function readContents({ store, destinations, ...calendar }: DigestContext, now: number) {
  const date = toZoned(now, calendar).toPlainDate();
  const { timeZone } = calendar;
  const { opensAt } = findOfficeDay(now, calendar);
  const nextOfficeDay = getHours(findBusinessDay(date, calendar), calendar);
  // Before the office opens, the next digest is that of today.
  const nextOpening = now < opensAt ? opensAt : nextOfficeDay.opensAt;
  const nextDate = toZoned(nextOpening, calendar).toPlainDate();
  const previousDate = findBusinessDay(date, calendar, -1);
  const previousMidnight = previousDate.toZonedDateTime(timeZone).epochMilliseconds;
  const isFirstOfWeek = previousDate.until(date).days >= date.dayOfWeek;
  // Six days ago is in the last week.
  const lastWeek = { weeks: 1, end: now - 6 * dayMs, now, timeZone };
  const until = toIso(now);
  const escalated = await readLate(store, previousMidnight, 1);
  const day = date.toString();
  return {
    day,
    nextDay: nextDate.toString(),
    // Newest deadline first, or old inquiries would crowd out new ones.
    late: await readLate(store, now, maxEntries),
    upcoming: await readDueBetween(store, now, nextOpening, maxEntries),
    /** Suspected spam, which is in neither list. */
    suspected: { ...(await readSuspected(store, until, maxSuspected)), until },
    /** An inquiry is two business days late. */
    isEscalated: escalated.count > 0,
    lastWeek: isFirstOfWeek ? await readWeeklyStats(store, lastWeek) : undefined,
    /** Given up, or waiting for an hour. */
    notDelivered: await readNotDelivered(store, destinations, now),
    /** Waiting for a destination whose settings were removed since the last digest. */
    unconfigured: await readNewlyUnconfigured(store, destinations, day),
    refused: await countRefused(store, now),
    backupAgeDays: await readBackupAge(store, now),
  };
}

/** Counts without what is queued at the time of the digest, such as the digest itself. */
async function readNotDelivered(store: Store, destinations: readonly Destination[], now: number) {
  const undelivered = await countUndelivered(store, destinations, now);
  return undelivered
    .filter(({ failingCount, isOurs }) => isOurs && failingCount > 0)
    .map(({ destination, state, failingCount, waitingSince }) => ({
      destination,
      state,
      count: failingCount,
      waitingSince,
    }));
}

async function readNewlyUnconfigured(
  store: Store,
  destinations: readonly Destination[],
  day: string,
) {
  const previous = await store.db
    .selectFrom('events')
    .select('at')
    .where((eb) => eb.and({ kind: 'digest', inquiryId: null }))
    .where('about', '<', day)
    .orderBy('at', 'desc')
    .limit(1)
    .executeTakeFirst();
  const unconfigured = await readUnconfigured(store, destinations, 'waiting');
  return unconfigured.filter(({ lastDueAt }) => lastDueAt > (previous?.at ?? ''));
}

/** Counts the deliveries of the last days that the mail server refused for some recipients. */
function countRefused({ db }: Store, now: number) {
  const refused = db
    .selectFrom('deliveries')
    // A digest is at most three days after the last one, except after holidays.
    .where('nextAttemptAt', '>', toIso(now - 3 * dayMs))
    .where('state', '=', 'delivered')
    .where('lastError', 'is not', null);
  return countRows(refused);
}

/** Returns the age in days from two on. A store that was never copied is the concern of `inquiries check`. */
async function readBackupAge(store: Store, now: number) {
  const ageMs = now - Date.parse((await readSharedValue(store, 'last-backup')) ?? '');
  return ageMs >= 2 * dayMs ? Math.floor(ageMs / dayMs) : undefined;
}

/** Counts what a digest is about; empty if nothing is due. */
function describeCounts(digest: Digest): string[] {
  const { late, upcoming, day, nextDay, refused, suspected, backupAgeDays } = digest;
  const isWithinWeek = Temporal.PlainDate.from(day).until(nextDay).days < 7;
  const [weekday] = formatDay(nextDay).split(',');
  const next = isWithinWeek ? `${weekday} morning` : formatDay(nextDay);
  const failures = [...digest.notDelivered, ...digest.unconfigured];
  const undelivered = failures.reduce((total, { count }) => total + count, 0);
  return [
    late.count && formatCount(late.count, 'late'),
    upcoming.count && formatCount(upcoming.count, `due by ${next}`),
    undelivered && formatCount(undelivered, 'not delivered'),
    refused && describeRefused(refused),
    suspected.count && formatCount(suspected.count, 'suspected spam'),
    backupAgeDays && `no backup for ${backupAgeDays} days`,
  ].filter((text) => typeof text === 'string');
}

const describeRefused = (count: number) =>
  `${formatCount(count, 'email', 'emails')} did not reach some of you`;

function digestMail(data: Digest, context: MailContext): Mail {
  const { day, late, upcoming, nextDay, lastWeek, backupAgeDays } = data;
  const { firm, getLinks, timeZone } = context;
  const heading = `Inquiries on ${formatDay(day)}`;
  const nextDigest = formatDay(nextDay);
  const summary = describeCounts(data).join(', ') || 'nothing is due';
  const inquiries = [...late.first, ...upcoming.first].map(({ inquiry }) => inquiry);
  const hasLinks = inquiries.some(
    ({ id }) => getLinks({ kind: 'inquiry', inquiryId: id }).length > 0,
  );
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
      lastWeek && paragraph(describeWeek(lastWeek)),
      section('Not delivered', describeFailures(data, timeZone, tell)),
      section('Backup', [backupAgeDays !== undefined && paragraph(age)]),
      section('Late', describeDue(late, context)),
      section(`Due before the next digest on ${nextDigest}`, describeDue(upcoming, context)),
      section('Suspected spam', describeSuspected(data, context)),
      hasLinks && notes(linksNote),
      lastWeek && notes(`The first digest of a week always comes. If it does not, ${tell}`),
    ],
  };
}

function floodDigestMail({ added, others }: FloodDigest, context: MailContext): Mail {
  const { firm, timeZone } = context;
  const heading = `Inquiries on ${formatDay(others.day)}`;
  const counts = [formatCount(added.count, 'new'), ...describeCounts(others)].join(', ');
  const tell = `please tell ${firm.administrator.name} (${firm.administrator.email}).`;
  const reason = `More than ${maxMailsPerHour} came within an hour: new ones come together.`;
  const entries = added.first.map((inquiry) => describeEntry(inquiry, context));
  return {
    subject: `${heading}: ${counts}`,
    news: `${counts}.`,
    isUrgent: others.late.count > 0,
    excerpt: nameFirst(added.first, timeZone),
    heading,
    parts: [
      section('Not delivered', describeFailures(others, timeZone, tell)),
      section('New since the last email', [...entries, describeRest(added)]),
      notes(`${reason} Only the digest reminds you of these.`),
    ],
  };
}

function describeFailures(
  { notDelivered, unconfigured, refused }: Digest,
  timeZone: string,
  tell: string,
) {
  const failures = notDelivered.map(({ destination, count, state, waitingSince }) => {
    const total = count.toLocaleString('en');
    if (state === 'failed')
      return `To the ${destination}, given up: ${total}. These are not sent again.`;
    return `To the ${destination}: ${total}, still tried since ${formatTime(timeZone, Date.parse(waitingSince))}`;
  });
  for (const { destination, count } of unconfigured) {
    const total = count.toLocaleString('en');
    const condition = 'These are sent only if it is configured again within four days.';
    failures.push(`To the ${destination}, which is not configured: ${total}. ${condition}`);
  }
  if (refused) failures.push(`${describeRefused(refused)}: the mail server refused an address.`);
  return failures.length > 0 ? [paragraph(...failures, `If it goes on, ${tell}`)] : [];
}

function formatDay(day: string) {
  const style = { weekday: 'long', month: 'long', day: 'numeric' } as const;
  return Temporal.PlainDate.from(day).toLocaleString('en-US', style);
}

function describeWeek({ received, onTimeShare, responseOnTimeShare }: PeriodStats) {
  const facts = [
    formatCount(received, 'inquiry', 'inquiries'),
    onTimeShare !== undefined &&
      `${formatShare(onTimeShare)} reviewed within ${slaHours.review} hours`,
    responseOnTimeShare !== undefined &&
      `${formatShare(responseOnTimeShare)} answered within ${slaHours.response} hours`,
  ];
  return `Last week: ${facts.filter(Boolean).join(', ')}.`;
}

function describeDue({ count, first }: DueInquiries, context: MailContext) {
  const shown = [];
  let length = 0;
  for (const { inquiry, due } of first) {
    const part = describeEntry(inquiry, context, due);
    length += String(part.html).length;
    if (length > maxListLength) break;
    shown.push(part);
  }
  return [...shown, describeRest({ count, first: shown })];
}

/** Names the suspected spam, for which no reminder comes, with one link for all of it. */
function describeSuspected({ suspected }: Digest, { timeZone, getLinks }: MailContext) {
  const { count, first, until } = suspected;
  if (count === 0) return [];
  const these = count === 1 ? 'it' : `these ${count.toLocaleString('en')}`;
  const label = toTitleCase(`Mark ${these} as spam`);
  return [
    paragraph(...first.map((inquiry) => typed([nameInList(inquiry, timeZone)]))),
    describeRest(suspected),
    buttons(getLinks({ kind: 'suspected', until }).map((link) => ({ ...link, label }))),
  ];
}
