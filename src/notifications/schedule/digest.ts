import type { Deadline } from '../../inquiry/deadlines.ts';
import { dayMs, toIso } from '../../inquiry/format-time.ts';
import {
  countUndelivered,
  type Undelivered,
  type NewEvent,
  recordEvents,
} from '../../store/events.ts';
import {
  type DueInquiries,
  readDue,
  readFirstDue,
  readSuspected,
  type Suspected,
} from '../../store/inquiries/list-inquiries.ts';
import { type PeriodStats, readWeeklyStats } from '../../store/inquiries/weekly-stats.ts';
import { readLastBackup } from '../../store/shared-values.ts';
import type { Store } from '../../store/store.ts';
import type { Destination } from '../../store/tables.ts';
import {
  type BusinessCalendar,
  isBusinessDay,
  nextBusinessDay,
  officeHours,
  toHour,
  toZoned,
} from './office-hours.ts';

/** Hour of a business day until which its digest is queued. */
const endHour = 12;

/** Inquiries that a digest describes: mail programs cut long messages. */
const maxEntries = 36;
/** Suspected spam that it names. */
const maxSuspected = 20;

export interface Digest {
  /** Date in the firm's time zone. */
  day: string;
  /** Newest deadline first, or old inquiries would crowd out new ones. */
  late: DueInquiries;
  /** Due before the next digest, newest first. */
  upcoming: DueInquiries;
  /** Not in these lists. */
  suspected: Suspected & { /** ISO 8601. */ until: string };
  /** Date of the next digest. */
  nextDay: string;
  /** An inquiry is two business days late. */
  isEscalated: boolean;
  /** In the first digest of a week: the last one. */
  lastWeek: PeriodStats | undefined;
  /** Deliveries to the team and to programs that were given up, or have been waiting for an hour. */
  notDelivered: Undelivered[];
  /** Number of e-mails of the last three days that the mail server refused for some recipients. */
  refused: number;
  /** Age in days of the last verified copy of the store, if that is more than two. */
  backupAgeDays: number | undefined;
}

/**
 * Records the digest of a business day for the team, once, from 8:00 until noon; a server that starts
 * later skips the day. Throws `StoreUnavailable`.
 */
export async function enqueueDigest(
  { db }: Store,
  destinations: readonly Destination[],
  now: number,
  calendar: BusinessCalendar,
): Promise<void> {
  const time = toZoned(now, calendar);
  const isOpen = officeHours.from <= time.hour && time.hour < endHour;
  const to = destinations.filter(({ reaches }) => reaches === 'team');
  if (!isOpen || !isBusinessDay(time.toPlainDate(), calendar) || to.length === 0) return;
  const day = time.toPlainDate().toString();
  const id = `digest-${day}`;
  const event = { about: day, at: toIso(now) };
  const events: NewEvent[] = [
    { ...event, id, kind: 'digest', to },
    // Skipped when it is loaded, unless an inquiry is two business days late.
    {
      ...event,
      id: `escalation-${day}`,
      kind: 'escalation',
      to: to.filter(({ escalates }) => escalates),
    },
  ];
  // Avoids the write lock when nothing is new.
  const query = db.selectFrom('events').select('id').where('id', '=', id);
  if (await query.executeTakeFirst()) return;
  await db.transaction().execute((transaction) => recordEvents(transaction, events));
}

/**
 * Reads the digest of a day: what is late at `now` (ms since the epoch), due until the next digest, and
 * not delivered. Returns undefined before and after that day, and if there is nothing to tell. Throws
 * `StoreUnavailable`.
 */
export async function readDigest(
  store: Store,
  day: string,
  now: number,
  calendar: BusinessCalendar,
): Promise<Digest | undefined> {
  const date = Temporal.PlainDate.from(day);
  if (!toZoned(now, calendar).toPlainDate().equals(date)) return undefined;
  const nextDate = nextBusinessDay(date, calendar);
  const nextAt = toHour(nextDate, officeHours.from, calendar);
  const limit = maxEntries;
  const until = toIso(now);
  const [late, upcoming, [oldest], suspected, undelivered, refused] = await Promise.all([
    readDue(store, { from: 0, until: now, order: 'desc', limit }),
    readDue(store, { from: now, until: nextAt, order: 'desc', limit }),
    readFirstDue(store, { from: 0, until: now, order: 'asc', limit: 1 }),
    readSuspected(store, until, maxSuspected),
    countUndelivered(store, now),
    countRefused(store, now),
  ]);
  const sunday = date.subtract({ days: date.dayOfWeek });
  const digest: Digest = {
    day,
    ...shareEntries(late, upcoming),
    suspected: { ...suspected, until },
    nextDay: nextDate.toString(),
    isEscalated: oldest !== undefined && isTwoDaysLate(oldest.due, date, calendar),
    lastWeek: nextBusinessDay(sunday, calendar).equals(date)
      ? // Six days ago is in that week.
        await readWeeklyStats(store, {
          ...{ weeks: 1, end: now - 6 * dayMs, now },
          timeZone: calendar.timeZone,
        })
      : undefined,
    notDelivered: undelivered.filter(({ health, isOurs }) => isOurs && health === 'failing'),
    refused,
    backupAgeDays: findOldBackup(await readLastBackup(store), now),
  };
  const isNeeded =
    digest.lastWeek ||
    refused ||
    late.count ||
    upcoming.count ||
    suspected.count ||
    digest.backupAgeDays ||
    digest.notDelivered.length > 0;
  return isNeeded ? digest : undefined;
}

/** A store that was never copied is the concern of `inquiries check`. */
function findOldBackup(lastBackup: string | undefined, now: number) {
  const days = Math.floor((now - Date.parse(lastBackup ?? '')) / dayMs);
  return days >= 2 ? days : undefined;
}

/** Bounds both lists together: at least half of the entries are for each, if it has so many. */
function shareEntries(late: DueInquiries, upcoming: DueInquiries) {
  const half = Math.min(upcoming.first.length, maxEntries / 2);
  const first = late.first.slice(0, maxEntries - half);
  const rest = upcoming.first.slice(0, maxEntries - first.length);
  return { late: { ...late, first }, upcoming: { ...upcoming, first: rest } };
}

/** A digest is at most three days after the last one, except after holidays. */
const refusalsSinceMs = 3 * dayMs;

/** Counts the deliveries that succeeded with a warning. */
async function countRefused({ db }: Store, now: number) {
  const { count } = await db
    .selectFrom('deliveries')
    .select(({ fn }) => fn.countAll().as('count'))
    .where('nextAttemptAt', '>', toIso(now - refusalsSinceMs))
    .where('state', '=', 'delivered')
    .where('lastError', 'is not', null)
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** Tells if `date` is at least the second business day after the day of a deadline. */
function isTwoDaysLate({ at }: Deadline, date: Temporal.PlainDate, calendar: BusinessCalendar) {
  const dueDate = toZoned(Date.parse(at), calendar).toPlainDate();
  const second = nextBusinessDay(nextBusinessDay(dueDate, calendar), calendar);
  return Temporal.PlainDate.compare(second, date) <= 0;
}
