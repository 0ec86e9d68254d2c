import { type Deadline, getDeadline } from '../../inquiry/deadlines.ts';
import { dayMs, toIso } from '../../inquiry/format-time.ts';
import { countUndelivered, type Undelivered } from '../../store/count-undelivered.ts';
import { listDue } from '../../store/inquiries/list-inquiries.ts';
import type { StoredInquiry } from '../../store/inquiries/stored-inquiry.ts';
import { type PeriodStats, readWeeklyStats } from '../../store/inquiries/weekly-stats.ts';
import { wrapStoreErrors } from '../../store/store-errors.ts';
import type { Store } from '../../store/store.ts';
import {
  type BusinessCalendar,
  countBusinessDays,
  countDays,
  dayBounds,
  digestStart,
  isFirstOfWeek,
  nextDigest,
} from './digest-times.ts';

const maxEntries = 50;

/** Business days after a deadline at which the digest goes to ESCALATE_TO, too. */
const escalationDays = 2;

export interface DueInquiry {
  inquiry: StoredInquiry;
  due: Deadline;
}

export interface DueList {
  entries: DueInquiry[];
  /** Number of inquiries beyond `entries`. */
  more: number;
}

/** Figures of the last week, which began on Monday in UTC, and what is open now. */
export interface LastWeek extends PeriodStats {
  /** Number of inquiries with a deadline; `assignee` is null for nobody. */
  open: { assignee: string | null; count: number }[];
}

export interface Digest {
  /** Date in the firm's time zone. */
  day: string;
  /** Newest deadline first, or old inquiries would crowd out new ones. */
  late: DueList;
  /** Earliest deadline first. */
  today: DueList;
  /** Due after today and before the next digest, earliest deadline first. */
  later: DueList;
  /** Date of the next digest. */
  nextDay: string;
  /** Days since the earliest deadline of those late, in the firm's time zone; otherwise 0. */
  lateDays: number;
  /** An inquiry is two business days late. */
  isEscalated: boolean;
  /** In the first digest of a week. */
  lastWeek: LastWeek | undefined;
  /** Number of deliveries to the team that were given up. */
  notDelivered: Pick<Undelivered, 'destination' | 'count'>[];
  /** Number of e-mails of the last three days that the mail server refused for some recipients. */
  refused: number;
}

/**
 * Reads the digest of a day: what is late at `now` (ms since the epoch), due until the end of the day,
 * due until the next digest, and not delivered. Returns undefined before and after that day, and if
 * there is nothing to tell. Throws `StoreUnavailable`.
 */
export async function readDigest(
  store: Store,
  day: string,
  now: number,
  calendar: BusinessCalendar,
): Promise<Digest | undefined> {
  const { timeZone } = calendar;
  const { from, until } = dayBounds(day, timeZone);
  if (now < from || now >= until) return undefined;
  const next = nextDigest(digestStart(day, timeZone), calendar);
  const [open, undelivered, refused] = await Promise.all([
    listDue(store),
    countUndelivered(store),
    countRefused(store, now),
  ]);
  const entries = open.flatMap((inquiry): DueInquiry[] => {
    const due = getDeadline(inquiry);
    return due ? [{ inquiry, due }] : [];
  });
  const dueBetween = (start: number, end: number) =>
    entries.filter(({ due }) => start <= Date.parse(due.at) && Date.parse(due.at) < end);
  const late = dueBetween(0, now);
  const lateSince = late[0] ? Date.parse(late[0].due.at) : now;
  const digest: Digest = {
    day,
    late: toDueList(late.toReversed()),
    today: toDueList(dueBetween(now, until)),
    later: toDueList(dueBetween(until, next.at)),
    nextDay: next.day,
    lateDays: countDays(lateSince, now, timeZone),
    isEscalated: countBusinessDays(lateSince, now, calendar) >= escalationDays,
    lastWeek: isFirstOfWeek(day, calendar)
      ? {
          // A day of that week in every time zone.
          ...(await readWeeklyStats(store, { weeks: 1, end: from - 6 * dayMs, now })),
          open: countByAssignee(open),
        }
      : undefined,
    notDelivered: undelivered.filter(
      ({ state, destination }) => state === 'failed' && destination !== 'inquirer',
    ),
    refused,
  };
  const lists = [digest.late.entries, digest.today.entries, digest.later.entries];
  const isNeeded =
    digest.lastWeek || refused || [...lists, digest.notDelivered].some(({ length }) => length > 0);
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

const toDueList = (entries: DueInquiry[]): DueList => ({
  entries: entries.slice(0, maxEntries),
  more: Math.max(entries.length - maxEntries, 0),
});

/** Counts the open inquiries of each assignee, most first. */
const countByAssignee = (open: StoredInquiry[]): LastWeek['open'] =>
  [...Map.groupBy(open, ({ assignee = null }) => assignee)]
    .map(([assignee, inquiries]) => ({ assignee, count: inquiries.length }))
    .sort((a, b) => b.count - a.count || String(a.assignee).localeCompare(String(b.assignee)));
