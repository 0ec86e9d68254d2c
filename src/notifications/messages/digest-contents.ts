import type { Destination } from '../../config/destinations.ts';
import type { Deadline, DeadlineKind } from '../../inquiry/deadlines.ts';
import { isOfficeOpen } from '../../inquiry/office-hours.ts';
import type { FirstInquiries } from '../../inquiry/stored-inquiry.ts';
import {
  type BusinessCalendar,
  findBusinessDay,
  findTeamDay,
  getTeamDay,
  toZoned,
} from '../../inquiry/team-days.ts';
import {
  computeWeeklyStats,
  getPeriodStart,
  type PeriodStats,
} from '../../inquiry/weekly-stats.ts';
import {
  countDueBetween,
  countLate,
  type DueInquiries,
  readDueBetween,
  readLate,
  readSuspected,
} from '../../store/inquiries/due-inquiries.ts';
import { streamWithHistory } from '../../store/inquiries/list-inquiries.ts';
import { type MarkedSpamList, readMarkedSpam } from '../../store/inquiries/read-marked-spam.ts';
import { countUndelivered, type Undelivered } from '../../store/outbox/count-undelivered.ts';
import { countRefused, findPreviousDigest } from '../../store/outbox/digest-queries.ts';
import type { StoredEvent } from '../../store/outbox/events.ts';
import { readUnconfigured, type Unconfigured } from '../../store/outbox/skip-unconfigured.ts';
import { readSharedTime } from '../../store/shared-values.ts';
import type { Database } from '../../store/store.ts';
import { dayMs, type EpochMs, type IsoTime, longAgo, toIso } from '../../text/format-time.ts';
import type { MailedInquiry } from '../email/describe-inquiry.ts';
import { type NotificationContext, toMailed } from './message.ts';

/** Contents of the daily digest. */
export interface DigestContents {
  /** Date in the firm's time zone, such as 2026-11-23. */
  day: string;
  /** Date of the next digest, in the firm's time zone. */
  nextDay: string;
  /** Inquiries whose deadline has passed, earliest first. */
  late: DueEntries;
  /** Inquiries whose deadline comes before the next digest, earliest first. */
  upcoming: DueEntries;
  /** Number of upcoming inquiries whose deadline comes before midnight. */
  dueToday: number;
  /** Suspected spam, which is neither late nor upcoming. */
  suspected: SuspectedInquiries;
  /** Inquiries that are two business days late. */
  escalated: DueInquiries;
  /** Stats of the previous week in the first digest of a week; undefined in the others. */
  lastWeek: PeriodStats | undefined;
  /** Deliveries to the team and to programs that were given up, or have waited for an hour. */
  notDelivered: FailingDeliveries[];
  /**
   * Days since the last verified backup, if at least 2; undefined for a newer backup, and without
   * one.
   */
  backupAgeDays: number | undefined;
  /** Spam that links have marked since the previous digest that reached a recipient. */
  markedSpam: MarkedSpamList;
  /** Deliveries since that digest to destinations whose settings were removed. */
  unconfigured: Unconfigured[];
  /** Number of e-mails since that digest that the mail server refused for some recipients. */
  refused: number;
}

/** Numbers of inquiries that are due. */
export interface DueCounts extends Pick<DigestContents, 'day' | 'nextDay'> {
  late: number;
  /** Due before midnight. */
  today: number;
  /** Due later, before the next digest. */
  later: number;
}

/** Counts of what a digest lists. */
export interface DigestCounts {
  due: DueCounts;
  suspected: number;
  /** Inquiries that links marked as spam. */
  markedSpam: number;
  /** Failing deliveries that reached nobody, and those to removed destinations. */
  notDelivered: number;
  /** Failing deliveries that reached some of their recipients. */
  partlyDelivered: number;
  /** E-mails that the mail server refused for some recipients. */
  refused: number;
  backupAgeDays: number | undefined;
}

export interface DueEntries {
  /** Number of all due inquiries. */
  count: number;
  first: DueEntry[];
}

export interface DueEntry extends MailedInquiry {
  due: Deadline;
}

export interface SuspectedInquiries extends FirstInquiries {
  /** Time until which they arrived, for the link that marks all of them. */
  until: IsoTime;
}

/** Failing deliveries to one destination in one state. */
export interface FailingDeliveries {
  destination: string;
  state: Undelivered['state'];
  count: number;
  /** Number of these that reached some of their recipients. */
  partlyCount: number;
  /** Time of the first attempt at the oldest delivery; before that attempt, its due time. */
  waitingSince: IsoTime;
}

/** Maximum number of inquiries in each list of a digest, because mail clients cut long messages. */
const maxEntries = 18;
/** Maximum number of inquiries in the list of suspected spam, and in that of marked spam. */
const maxSuspected = 20;

export type DigestContext = Pick<NotificationContext, 'store' | 'destinations' | 'officeHours'>;

/** Facts about the event of a digest. */
export type DigestEvent = Pick<StoredEvent, 'number' | 'about' | 'at'>;

/** Reads the contents, at `now`, of the digest that an event records. Throws `StoreUnavailable`. */
export async function readDigestContents(
  context: DigestContext,
  { number, at }: DigestEvent,
  now: EpochMs,
): Promise<DigestContents> {
  const { store, destinations, officeHours } = context;
  const { today, todayEndsAtMs, nextDay, nextDigestAtMs } = findDigestTimes(now, officeHours);
  const day = today.toString();
  const upcoming = await readDueBetween(store, now, nextDigestAtMs, maxEntries);
  // Repeat the news since the last digest that reached a recipient.
  const previous = await findPreviousDigest(store, day);
  const marks = { after: previous?.number ?? 0, before: number };
  return {
    day,
    nextDay,
    late: await toEntries(store, await readLate(store, now, maxEntries)),
    upcoming: await toEntries(store, upcoming),
    dueToday: addUp(await countDueBetween(store, now, todayEndsAtMs)),
    suspected: await readSuspectedUntil(store, toIso(now)),
    escalated: await readEscalated(context, today),
    lastWeek: await readLastWeek(context, today, now),
    notDelivered: await readNotDelivered(context, number, now),
    backupAgeDays: await readBackupAge(store, now),
    markedSpam: await readMarkedSpam(store, marks, maxSuspected),
    unconfigured: await readNewlyUnconfigured(store, destinations, previous?.at ?? longAgo),
    // Until the time of the event, so that consecutive digests report no e-mail twice, even if one
    // comes late.
    refused: await countRefused(store, previous?.at ?? longAgo, at),
  };
}

export function countContents(contents: DigestContents): DigestCounts {
  const { day, nextDay, late, upcoming, dueToday, suspected, markedSpam } = contents;
  const { notDelivered, unconfigured, refused, backupAgeDays } = contents;
  const undelivered = countFailing(notDelivered);
  return {
    due: { day, nextDay, late: late.count, today: dueToday, later: upcoming.count - dueToday },
    suspected: suspected.count,
    markedSpam: markedSpam.count,
    notDelivered: undelivered.notDelivered + sum(unconfigured.map(({ count }) => count)),
    partlyDelivered: undelivered.partlyDelivered,
    refused,
    backupAgeDays,
  };
}

/** Counts the failing deliveries that reached nobody, and those that reached some recipients. */
export function countFailing(
  failing: FailingDeliveries[],
): Pick<DigestCounts, 'notDelivered' | 'partlyDelivered'> {
  const total = sum(failing.map(({ count }) => count));
  const partlyDelivered = sum(failing.map(({ partlyCount }) => partlyCount));
  return { notDelivered: total - partlyDelivered, partlyDelivered };
}

const sum = (counts: number[]): number => counts.reduce((total, count) => total + count, 0);

/** Tells if a digest has anything to report. The first one of a week always has. */
export function hasNews(contents: DigestContents): boolean {
  if (contents.lastWeek || contents.backupAgeDays !== undefined) return true;
  const counts = countContents(contents);
  const { due, suspected, markedSpam, notDelivered, partlyDelivered, refused } = counts;
  const inquiries = [due.late, due.today, due.later, suspected, markedSpam];
  const deliveries = [notDelivered, partlyDelivered, refused];
  return [...inquiries, ...deliveries].some((count) => count > 0);
}

/** Counts the inquiries that are due at `now`. Throws `StoreUnavailable`. */
export async function readDueCounts(
  { store, officeHours }: DigestContext,
  now: EpochMs,
): Promise<DueCounts> {
  const { today, todayEndsAtMs, nextDay, nextDigestAtMs } = findDigestTimes(now, officeHours);
  return {
    day: today.toString(),
    nextDay,
    late: addUp(await countLate(store, now)),
    today: addUp(await countDueBetween(store, now, todayEndsAtMs)),
    later: addUp(await countDueBetween(store, todayEndsAtMs, nextDigestAtMs)),
  };
}

const addUp = ({ review, response }: Record<DeadlineKind, number>): number => review + response;

/** Times of a digest, and dates in the time zone of the firm. */
interface DigestTimes {
  today: Temporal.PlainDate;
  /** Midnight, or the time of the next digest if that comes first. */
  todayEndsAtMs: EpochMs;
  nextDay: string;
  nextDigestAtMs: EpochMs;
}

function findDigestTimes(now: EpochMs, calendar: BusinessCalendar): DigestTimes {
  const today = toZoned(now, calendar).toPlainDate();
  const midnight = today.add({ days: 1 }).toZonedDateTime(calendar.timeZone).epochMilliseconds;
  const nextDigestAtMs = findNextDigest(now, calendar);
  return {
    today,
    todayEndsAtMs: Math.min(midnight, nextDigestAtMs),
    nextDay: toZoned(nextDigestAtMs, calendar).toPlainDate().toString(),
    nextDigestAtMs,
  };
}

/** Finds the time of the next digest. Before the team's day starts, that is the digest of today. */
function findNextDigest(now: EpochMs, calendar: BusinessCalendar): EpochMs {
  const { startsAtMs } = findTeamDay(now, calendar);
  if (now < startsAtMs) return startsAtMs;
  const today = toZoned(now, calendar).toPlainDate();
  return getTeamDay(findBusinessDay(today, calendar), calendar).startsAtMs;
}

async function toEntries(store: Database, { count, first }: DueInquiries): Promise<DueEntries> {
  return { count, first: await toMailed(store, first) };
}

async function readSuspectedUntil(store: Database, until: IsoTime): Promise<SuspectedInquiries> {
  const { count, first } = await readSuspected(store, until, maxSuspected);
  return { count, first, until };
}

/**
 * Counts the inquiries whose deadline passed before the previous business day, and reads the first
 * of them.
 */
function readEscalated(
  { store, officeHours }: DigestContext,
  today: Temporal.PlainDate,
): Promise<DueInquiries> {
  const previousDay = findBusinessDay(today, officeHours, -1);
  const midnight = previousDay.toZonedDateTime(officeHours.timeZone).epochMilliseconds;
  return readLate(store, midnight, 1);
}

/**
 * Reads the stats of the previous week on the first business day of a week; undefined on other
 * days.
 */
async function readLastWeek(
  { store, officeHours }: DigestContext,
  today: Temporal.PlainDate,
  now: EpochMs,
): Promise<PeriodStats | undefined> {
  const previousDay = findBusinessDay(today, officeHours, -1);
  const isFirstOfWeek = previousDay.until(today).days >= today.dayOfWeek;
  if (!isFirstOfWeek) return undefined;
  const { timeZone } = officeHours;
  // `dayOfWeek` is 1 on Monday.
  const lastSunday = today.subtract({ days: today.dayOfWeek });
  const end = lastSunday.toZonedDateTime(timeZone).epochMilliseconds;
  const isOfficeOpenAt = (ms: EpochMs) => isOfficeOpen(ms, officeHours);
  const period = { weeks: 1, end, now, timeZone, isOfficeOpenAt };
  return computeWeeklyStats(streamWithHistory(store, { since: getPeriodStart(period) }), period);
}

/**
 * Counts the deliveries that were given up, or have waited for an hour. Leaves out those of the
 * digest itself, which may come late.
 */
export async function readNotDelivered(
  { store, destinations }: DigestContext,
  digestNumber: number,
  now: EpochMs,
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

/** Reads the deliveries to removed destinations since the previous digest, at `previousAt`. */
async function readNewlyUnconfigured(
  store: Database,
  destinations: readonly Destination[],
  previousAt: IsoTime,
): Promise<Unconfigured[]> {
  const unconfigured = await readUnconfigured(store, destinations, 'waiting');
  return unconfigured.filter(({ lastDueAt }) => lastDueAt > previousAt);
}

/**
 * Reads the age of the last backup in days, if at least 2. Undefined without a backup: `inquiries
 * check` warns of that.
 */
export async function readBackupAge(store: Database, now: EpochMs): Promise<number | undefined> {
  const lastBackupAt = await readSharedTime(store, 'last-backup');
  if (lastBackupAt === undefined) return undefined;
  const days = Math.floor((now - Date.parse(lastBackupAt)) / dayMs);
  return days >= 2 ? days : undefined;
}
