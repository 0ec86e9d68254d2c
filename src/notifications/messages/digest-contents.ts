import type { Destination } from '../../config/destinations.ts';
import type { Deadline, DeadlineKind } from '../../inquiry/deadlines.ts';
import { isOfficeOpen } from '../../inquiry/office-hours.ts';
import type { FirstInquiries } from '../../inquiry/stored-inquiry.ts';
import {
  countDueBetween,
  countLate,
  type DueInquiries,
  readDueBetween,
  readLate,
  readSuspected,
} from '../../store/inquiries/due-inquiries.ts';
import { type MarkedSpamList, readMarkedSpam } from '../../store/inquiries/read-marked-spam.ts';
import { type PeriodStats, readWeeklyStats } from '../../store/inquiries/weekly-stats.ts';
import { countRefused } from '../../store/outbox/count-refused.ts';
import { countUndelivered, type Undelivered } from '../../store/outbox/count-undelivered.ts';
import type { StoredEvent } from '../../store/outbox/events.ts';
import { findPreviousDigest } from '../../store/outbox/find-previous-digest.ts';
import { readUnconfigured, type Unconfigured } from '../../store/outbox/skip-unconfigured.ts';
import { readSharedTime } from '../../store/shared-values.ts';
import type { Database } from '../../store/store.ts';
import { dayMs, type EpochMs, type IsoTime, longAgo, toIso } from '../../text/format-time.ts';
import type { MailedInquiry } from '../email/describe-inquiry.ts';
import {
  type BusinessCalendar,
  findBusinessDay,
  findTeamDay,
  getTeamDay,
  toZoned,
} from '../team-days.ts';
import { type NotificationContext, toMailed } from './message.ts';

/** Contents of the daily digest. */
export interface DigestContents {
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
  /** Stats of the week before, in the first digest of a week; undefined in the others. */
  lastWeek: PeriodStats | undefined;
  /** Deliveries to the team and its programs that were given up, or that have waited for an hour. */
  notDelivered: FailingDeliveries[];
  /** Days since the last verified backup, from 2 on; undefined for a newer one, and for none. */
  backupAgeDays: number | undefined;
  /** Spam that a link has marked since the last digest that reached somebody. */
  markedSpam: MarkedSpamList;
  /** Deliveries, since that digest, to destinations whose settings were removed. */
  unconfigured: Unconfigured[];
  /** Number of e-mails, since that digest, that the mail server refused for some recipients. */
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

export interface DueEntries {
  /** Number of all. */
  count: number;
  first: DueEntry[];
}

export interface DueEntry extends MailedInquiry {
  due: Deadline;
}

export interface SuspectedInquiries extends FirstInquiries {
  /** Latest time of arrival. */
  until: IsoTime;
}

/** Failing deliveries in one state to one destination. */
export interface FailingDeliveries {
  destination: string;
  state: Undelivered['state'];
  count: number;
  /** Number of those of `count` that reached some of their recipients. */
  partlyCount: number;
  /** First attempt (before that, due time) of the oldest. */
  waitingSince: IsoTime;
}

/** Maximum inquiries in each list of a digest: mail programs cut long messages. */
const maxEntries = 18;
/** Maximum suspected spam, and marked spam, that a digest names. */
const maxSuspected = 20;

export type DigestContext = Pick<NotificationContext, 'store' | 'destinations' | 'officeHours'>;

/** Event of a digest. */
export type DigestEvent = Pick<StoredEvent, 'number' | 'about' | 'at'>;

/** Reads the contents of the digest of an event, at `now`. Throws `StoreUnavailable`. */
export async function readDigestContents(
  context: DigestContext,
  { number, at }: DigestEvent,
  now: EpochMs,
): Promise<DigestContents> {
  const { store, destinations, officeHours } = context;
  const { today, todayEndsAt, nextDay, nextDigestAt } = findDigestTimes(now, officeHours);
  const day = today.toString();
  const upcoming = await readDueBetween(store, now, nextDigestAt, maxEntries);
  // The news of a digest that reached nobody on its day is repeated.
  const previous = await findPreviousDigest(store, day);
  const marks = { after: previous?.number ?? 0, before: number };
  return {
    day,
    nextDay,
    late: await toEntries(store, await readLate(store, now, maxEntries)),
    upcoming: await toEntries(store, upcoming),
    dueToday: addUp(await countDueBetween(store, now, todayEndsAt)),
    suspected: await readSuspectedUntil(store, toIso(now)),
    escalated: await readEscalated(context, today),
    lastWeek: await readLastWeek(context, today, now),
    notDelivered: await readNotDelivered(context, number, now),
    backupAgeDays: await readBackupAge(store, now),
    markedSpam: await readMarkedSpam(store, marks, maxSuspected),
    unconfigured: await readNewlyUnconfigured(store, destinations, previous?.at ?? longAgo),
    // Two digests in a row report none twice, also if one comes late.
    refused: await countRefused(store, previous?.at ?? longAgo, at),
  };
}

/** Counts the inquiries that are due at `now`. Throws `StoreUnavailable`. */
export async function readDueCounts(
  { store, officeHours }: DigestContext,
  now: EpochMs,
): Promise<DueCounts> {
  const { today, todayEndsAt, nextDay, nextDigestAt } = findDigestTimes(now, officeHours);
  return {
    day: today.toString(),
    nextDay,
    late: addUp(await countLate(store, now)),
    today: addUp(await countDueBetween(store, now, todayEndsAt)),
    later: addUp(await countDueBetween(store, todayEndsAt, nextDigestAt)),
  };
}

const addUp = ({ review, response }: Record<DeadlineKind, number>): number => review + response;

/** Times of a digest, and dates in the firm's time zone. */
interface DigestTimes {
  today: Temporal.PlainDate;
  /** Midnight, or the next digest if it comes before. */
  todayEndsAt: EpochMs;
  nextDay: string;
  nextDigestAt: EpochMs;
}

function findDigestTimes(now: EpochMs, calendar: BusinessCalendar): DigestTimes {
  const today = toZoned(now, calendar).toPlainDate();
  const midnight = today.add({ days: 1 }).toZonedDateTime(calendar.timeZone).epochMilliseconds;
  const nextDigestAt = findNextDigest(now, calendar);
  return {
    today,
    todayEndsAt: Math.min(midnight, nextDigestAt),
    nextDay: toZoned(nextDigestAt, calendar).toPlainDate().toString(),
    nextDigestAt,
  };
}

/** Returns the time of the next digest. Before the team's day, it is today's. */
function findNextDigest(now: EpochMs, calendar: BusinessCalendar): EpochMs {
  const { startsAt } = findTeamDay(now, calendar);
  if (now < startsAt) return startsAt;
  const today = toZoned(now, calendar).toPlainDate();
  return getTeamDay(findBusinessDay(today, calendar), calendar).startsAt;
}

async function toEntries(store: Database, { count, first }: DueInquiries): Promise<DueEntries> {
  return { count, first: await toMailed(store, first) };
}

async function readSuspectedUntil(store: Database, until: IsoTime): Promise<SuspectedInquiries> {
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
  return readWeeklyStats(store, { weeks: 1, end, now, timeZone, isOfficeOpenAt });
}

/**
 * Counts the deliveries that were given up, or that have waited for an hour, without those of the digest
 * itself, which may come late.
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

/** Reads the deliveries since the last digest. `previousAt` is its time, empty without one. */
async function readNewlyUnconfigured(
  store: Database,
  destinations: readonly Destination[],
  previousAt: IsoTime,
): Promise<Unconfigured[]> {
  const unconfigured = await readUnconfigured(store, destinations, 'waiting');
  return unconfigured.filter(({ lastDueAt }) => lastDueAt > previousAt);
}

/** Reads the age of the last backup. `inquiries check` warns of a store that was never copied. */
export async function readBackupAge(store: Database, now: EpochMs): Promise<number | undefined> {
  const lastBackupAt = await readSharedTime(store, 'last-backup');
  if (lastBackupAt === undefined) return undefined;
  const days = Math.floor((now - Date.parse(lastBackupAt)) / dayMs);
  return days >= 2 ? days : undefined;
}
