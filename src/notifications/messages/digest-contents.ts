import type { Destination } from '../../config/destinations.ts';
import type { Deadline } from '../../inquiry/deadlines.ts';
import { dayMs, toIso } from '../../inquiry/format-time.ts';
import { isOfficeOpen } from '../../inquiry/office-hours.ts';
import type { FirstInquiries } from '../../inquiry/stored-inquiry.ts';
import {
  countDueBetween,
  type DueInquiries,
  readDueBetween,
  readLate,
  readSuspected,
} from '../../store/inquiries/due-inquiries.ts';
import { readFirst } from '../../store/inquiries/list-inquiries.ts';
import { type MarkedSpamList, readMarkedSpam } from '../../store/inquiries/marked-spam.ts';
import { type PeriodStats, readWeeklyStats } from '../../store/inquiries/weekly-stats.ts';
import { readSharedValue } from '../../store/shared-values.ts';
import { countRows, type Database } from '../../store/store.ts';
import { retryPeriodMs } from '../../store/outbox/leases.ts';
import { readUnconfigured, type Unconfigured } from '../../store/outbox/unconfigured.ts';
import { countUndelivered, type Undelivered } from '../../store/outbox/undelivered.ts';
import type { MailedInquiry } from '../email/describe-inquiry.ts';
import {
  type BusinessCalendar,
  findBusinessDay,
  findTeamDay,
  getTeamDay,
  toZoned,
} from '../team-days.ts';
import type { StoredEvent } from '../../store/outbox/events.ts';
import { type NotificationContext, toMailed } from './message.ts';

export interface DigestContents extends Situation, News {}

/** The present state that a digest describes. */
export interface Situation {
  /** Date in the firm's time zone, such as 2026-11-23. */
  day: string;
  /** Date of the next digest, in the firm's time zone. */
  nextDay: string;
  /** Inquiries whose deadline has passed, the earliest first. */
  late: DueEntries;
  /** Inquiries whose deadline comes before the next digest, the earliest first. */
  upcoming: DueEntries;
  /** Number of those whose deadline comes before midnight. */
  dueToday: number;
  /** Suspected spam, which is neither late nor upcoming. */
  suspected: SuspectedInquiries;
  /** Inquiries that are two business days late. */
  escalated: DueInquiries;
  /** The week before, in the first digest of a week; undefined in the others. */
  lastWeek: PeriodStats | undefined;
  /** Deliveries to the team and its programs that were given up, or that have waited for an hour. */
  notDelivered: FailingDeliveries[];
  /** Days since the last verified backup, from 2 on; undefined for a newer one, and for none. */
  backupAgeDays: number | undefined;
}

/** Events since the last daily digest that reached somebody. The next one tells it, and no other e-mail. */
export interface News {
  /** Spam that a link has marked. */
  markedSpam: MarkedSpamList;
  /** Deliveries to destinations whose settings were removed. */
  unconfigured: Unconfigured[];
  /** Number of e-mails that the mail server refused for some recipients. */
  refused: number;
}

export interface DueEntries {
  /** Number of all. */
  count: number;
  first: DueEntry[];
}

export interface DueEntry extends MailedInquiry {
  due: Deadline;
}

export interface SuspectedInquiries extends FirstInquiries {
  /** Latest time of arrival, ISO 8601 in UTC. */
  until: string;
}

/** Failing deliveries in one state to one destination. */
export interface FailingDeliveries {
  destination: string;
  state: Undelivered['state'];
  count: number;
  /** Number of those of `count` that reached some of their recipients. */
  partlyCount: number;
  /** First attempt (before that, due time) of the oldest, in ISO 8601. */
  waitingSince: string;
}

/** Inquiries that each of its lists describes: mail programs cut long messages. */
const maxEntries = 18;
/** Suspected spam, and marked spam, that it names. */
const maxSuspected = 20;
/** New inquiries that a flood digest describes. */
const maxAdded = 20;

export type DigestContext = Pick<NotificationContext, 'store' | 'destinations' | 'officeHours'>;

/** Event of a digest. */
export type DigestEvent = Pick<StoredEvent, 'number' | 'about' | 'at'>;

/**
 * Reads the situation that the digest with an event number describes, at `now` (ms since the epoch). Throws
 * `StoreUnavailable`.
 */
export async function readSituation(
  context: DigestContext,
  number: number,
  now: number,
): Promise<Situation> {
  const { store, officeHours } = context;
  const today = toZoned(now, officeHours).toPlainDate();
  const midnight = today.add({ days: 1 }).toZonedDateTime(officeHours.timeZone).epochMilliseconds;
  const nextDigestAt = findNextDigest(now, officeHours);
  const upcoming = await readDueBetween(store, now, nextDigestAt, maxEntries);
  const dueToday = await countDueBetween(store, now, Math.min(midnight, nextDigestAt));
  return {
    day: today.toString(),
    nextDay: toZoned(nextDigestAt, officeHours).toPlainDate().toString(),
    late: await toEntries(store, await readLate(store, now, maxEntries)),
    upcoming: await toEntries(store, upcoming),
    dueToday: dueToday.review + dueToday.response,
    suspected: await readSuspectedUntil(store, toIso(now)),
    escalated: await readEscalated(context, today),
    lastWeek: await readLastWeek(context, today, now),
    notDelivered: await readNotDelivered(context, number, now),
    backupAgeDays: await readBackupAge(store, now),
  };
}

/** Reads what has happened since the last digest before that of `day`, a date, until the digest of an event. */
export async function readNews(
  { store, destinations }: DigestContext,
  day: string,
  { number, at }: DigestEvent,
): Promise<News> {
  const previous = await findPreviousDigest(store, day);
  const marks = { after: previous?.number ?? 0, before: number };
  return {
    markedSpam: await readMarkedSpam(store, marks, maxSuspected),
    unconfigured: await readNewlyUnconfigured(store, destinations, previous?.at ?? ''),
    refused: await countRefused(store, previous?.at ?? toIso(0), at),
  };
}

export const noNews: News = {
  markedSpam: { count: 0, first: [] },
  unconfigured: [],
  refused: 0,
};

/** Returns the time of the next digest, in ms since the epoch. Before the team's day, it is today's. */
function findNextDigest(now: number, calendar: BusinessCalendar): number {
  const { startsAt } = findTeamDay(now, calendar);
  if (now < startsAt) return startsAt;
  const today = toZoned(now, calendar).toPlainDate();
  return getTeamDay(findBusinessDay(today, calendar), calendar).startsAt;
}

async function toEntries(store: Database, { count, first }: DueInquiries): Promise<DueEntries> {
  return { count, first: await toMailed(store, first) };
}

async function readSuspectedUntil(store: Database, until: string): Promise<SuspectedInquiries> {
  const { count, first } = await readSuspected(store, until, maxSuspected);
  return { count, first, until };
}

/** Reads the inquiries whose deadline passed before the last business day: their number, and the first. */
function readEscalated(
  { store, officeHours }: DigestContext,
  today: Temporal.PlainDate,
): Promise<DueInquiries> {
  const previousDay = findBusinessDay(today, officeHours, -1);
  const midnight = previousDay.toZonedDateTime(officeHours.timeZone).epochMilliseconds;
  return readLate(store, midnight, 1);
}

/** Reads the stats of the week before on the first business day of a week. */
async function readLastWeek(
  { store, officeHours }: DigestContext,
  today: Temporal.PlainDate,
  now: number,
): Promise<PeriodStats | undefined> {
  const previousDay = findBusinessDay(today, officeHours, -1);
  const isFirstOfWeek = previousDay.until(today).days >= today.dayOfWeek;
  if (!isFirstOfWeek) return undefined;
  const { timeZone } = officeHours;
  // `dayOfWeek` is 1 on Monday.
  const lastSunday = today.subtract({ days: today.dayOfWeek });
  const end = lastSunday.toZonedDateTime(timeZone).epochMilliseconds;
  const isOpen = (ms: number) => isOfficeOpen(ms, officeHours);
  return readWeeklyStats(store, { weeks: 1, end, now, timeZone, isOpen });
}

/** Counts what failed or has waited for an hour, without the digest itself, which may come late. */
async function readNotDelivered(
  { store, destinations }: DigestContext,
  digestNumber: number,
  now: number,
): Promise<FailingDeliveries[]> {
  const undelivered = await countUndelivered(store, destinations, now, digestNumber);
  return undelivered
    .filter(({ failingCount, isOurs }) => isOurs && failingCount > 0)
    .map(({ destination, state, failingCount, partlyFailingCount, waitingSince }) => ({
      destination,
      state,
      count: failingCount,
      partlyCount: partlyFailingCount,
      waitingSince,
    }));
}

/**
 * Finds the last digest before that of `day`, a date, that reached somebody; undefined if none did. Of one
 * that reached nobody on its day, the next digest tells the news.
 */
function findPreviousDigest(
  { db }: Database,
  day: string,
): Promise<{ number: number; at: string } | undefined> {
  return db
    .selectFrom('events')
    .select(['number', 'at'])
    .where((eb) => eb.and({ kind: 'digest', inquiryId: null }))
    .where('about', '<', day)
    .where(({ not, exists, selectFrom }) => {
      const toNobody = selectFrom('deliveries')
        .select('event')
        .whereRef('event', '=', 'events.number')
        .where('state', '!=', 'delivered')
        .where('pendingRecipients', 'is', null);
      return not(exists(toNobody));
    })
    .orderBy('at', 'desc')
    .limit(1)
    .executeTakeFirst();
}

/** `previousAt`: time of the last digest, in ISO 8601; empty without one. */
async function readNewlyUnconfigured(
  store: Database,
  destinations: readonly Destination[],
  previousAt: string,
): Promise<Unconfigured[]> {
  const unconfigured = await readUnconfigured(store, destinations, 'waiting');
  return unconfigured.filter(({ lastDueAt }) => lastDueAt > previousAt);
}

/**
 * Counts the deliveries after one time and until another (ISO 8601) that the mail server refused for some
 * recipients: two digests in a row tell of none twice, also if one comes late.
 */
function countRefused({ db }: Database, after: string, until: string): Promise<number> {
  const refused = db
    .selectFrom('deliveries')
    // Not later than its delivery, and indexed.
    .where('nextAttemptAt', '>', toIso(Date.parse(after) - retryPeriodMs))
    .where('deliveredAt', '>', after)
    .where('deliveredAt', '<=', until)
    .where('state', '=', 'delivered')
    .where('lastError', 'is not', null);
  return countRows(refused);
}

/** A store that was never copied is the concern of `inquiries check`. */
async function readBackupAge(store: Database, now: number): Promise<number | undefined> {
  const lastBackupAt = await readSharedValue(store, 'last-backup');
  if (lastBackupAt === undefined) return undefined;
  const days = Math.floor((now - Date.parse(lastBackupAt)) / dayMs);
  return days >= 2 ? days : undefined;
}

/** The inquiries of a flood digest. */
export interface AddedInquiries {
  /** Number of all. */
  count: number;
  /** The newest. */
  first: MailedInquiry[];
}

/** Reads the inquiries that the flood digest with this event number names. */
export async function readAdded(store: Database, digestNumber: number): Promise<AddedInquiries> {
  const { db } = store;
  const named = db
    .selectFrom('deliveries')
    .innerJoin('events', 'events.number', 'deliveries.event')
    .select('inquiryId')
    .where('skipReason', '=', 'flood')
    .where('digest', '=', digestNumber);
  const added = db.selectFrom('inquiries').where('id', 'in', named);
  const { count, first } = await readFirst(added, 'desc', maxAdded);
  const entries = first.map((inquiry) => ({ inquiry }));
  return { count, first: await toMailed(store, entries) };
}
