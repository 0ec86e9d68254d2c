import type { Deadline } from '../../inquiry/deadlines.ts';
import { dayMs, toIso } from '../../inquiry/format-time.ts';
import {
  countUndelivered,
  type Undelivered,
  type NewEvent,
  recordEvents,
} from '../../store/events.ts';
import { type DueInquiries, readDue, readFirstDue } from '../../store/inquiries/list-inquiries.ts';
import { type PeriodStats, readWeeklyStats } from '../../store/inquiries/weekly-stats.ts';
import { wrapStoreErrors } from '../../store/store-errors.ts';
import type { Store } from '../../store/store.ts';
import type { Destination } from '../../store/tables.ts';

/** Hours of a business day from which and until which its digest is queued. */
const startHour = 8;
const endHour = 12;

/** Inquiries of a list that a digest names. */
const maxEntries = 50;

/** When the firm works: Monday to Friday, except holidays. */
export interface BusinessCalendar {
  /** IANA name. */
  timeZone: string;
  /** Dates without a digest, such as 2026-12-25. */
  holidays: readonly string[];
}

export interface Digest {
  /** Date in the firm's time zone. */
  day: string;
  /** Newest deadline first, or old inquiries would crowd out new ones. */
  late: DueInquiries;
  /** Due before the next digest, earliest deadline first. */
  upcoming: DueInquiries;
  /** Date of the next digest. */
  nextDay: string;
  /** An inquiry is two business days late. */
  isEscalated: boolean;
  /** In the first digest of a week: the last one, which began on Monday in UTC. */
  lastWeek: PeriodStats | undefined;
  /** Deliveries to the team and to programs that were given up, or have been waiting for an hour. */
  notDelivered: Undelivered[];
  /** Number of e-mails of the last three days that the mail server refused for some recipients. */
  refused: number;
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
  const isOpen = startHour <= time.hour && time.hour < endHour;
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
  await wrapStoreErrors('The digest could not be queued', async () => {
    // Avoids the write lock when nothing is new.
    const query = db.selectFrom('events').select('id').where('id', '=', id);
    if (await query.executeTakeFirst()) return;
    await db.transaction().execute((transaction) => recordEvents(transaction, events));
  });
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
  const nextAt = toDigestTime(nextDate, calendar);
  const limit = maxEntries;
  const [late, upcoming, [oldest], undelivered, refused] = await Promise.all([
    readDue(store, { from: 0, until: now, order: 'desc', limit }),
    readDue(store, { from: now, until: nextAt, order: 'asc', limit }),
    readFirstDue(store, { from: 0, until: now, order: 'asc', limit: 1 }),
    countUndelivered(store, now),
    countRefused(store, now),
  ]);
  const sunday = date.subtract({ days: date.dayOfWeek });
  const digest: Digest = {
    day,
    late,
    upcoming,
    nextDay: nextDate.toString(),
    isEscalated: oldest !== undefined && isTwoDaysLate(oldest.due, date, calendar),
    lastWeek: nextBusinessDay(sunday, calendar).equals(date)
      ? // Six days ago is in that week in every time zone.
        await readWeeklyStats(store, { weeks: 1, end: now - 6 * dayMs, now })
      : undefined,
    notDelivered: undelivered.filter(({ health, isOurs }) => isOurs && health === 'failing'),
    refused,
  };
  const isNeeded =
    digest.lastWeek || refused || late.count || upcoming.count || digest.notDelivered.length > 0;
  return isNeeded ? digest : undefined;
}

/** A digest is at most three days after the last one, except after holidays. */
const refusalsSinceMs = 3 * dayMs;

/** Counts the deliveries that succeeded with a warning. */
async function countRefused({ db }: Store, now: number) {
  const { count } = await wrapStoreErrors('The deliveries could not be read', () =>
    db
      .selectFrom('deliveries')
      .select(({ fn }) => fn.countAll().as('count'))
      .where('nextAttemptAt', '>', toIso(now - refusalsSinceMs))
      .where('state', '=', 'delivered')
      .where('lastError', 'is not', null)
      .executeTakeFirstOrThrow(),
  );
  return Number(count);
}

/** Tells if `date` is at least the second business day after the day of a deadline. */
function isTwoDaysLate({ at }: Deadline, date: Temporal.PlainDate, calendar: BusinessCalendar) {
  const dueDate = toZoned(Date.parse(at), calendar).toPlainDate();
  const second = nextBusinessDay(nextBusinessDay(dueDate, calendar), calendar);
  return Temporal.PlainDate.compare(second, date) <= 0;
}

/** Returns the first business day after `date`. */
export function nextBusinessDay(
  date: Temporal.PlainDate,
  calendar: BusinessCalendar,
): Temporal.PlainDate {
  const next = date.add({ days: 1 });
  return isBusinessDay(next, calendar) ? next : nextBusinessDay(next, calendar);
}

const isBusinessDay = (date: Temporal.PlainDate, { holidays }: BusinessCalendar) =>
  date.dayOfWeek <= 5 && !holidays.includes(date.toString());

/** Returns when the digest of a day is due, in milliseconds since the epoch. */
const toDigestTime = (date: Temporal.PlainDate, { timeZone }: BusinessCalendar) =>
  date.toZonedDateTime({ timeZone, plainTime: { hour: startHour } }).epochMilliseconds;

const toZoned = (ms: number, { timeZone }: BusinessCalendar) =>
  Temporal.Instant.fromEpochMilliseconds(ms).toZonedDateTimeISO(timeZone);
