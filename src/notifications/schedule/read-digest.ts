import { type Deadline, getDeadline, slaMs } from '../../inquiry/deadlines.ts';
import { dayMs, toIso } from '../../inquiry/format-time.ts';
import { isAwaiting } from '../../store/inquiries/list-inquiries.ts';
import { type StoredInquiry, toStoredInquiry } from '../../store/inquiries/stored-inquiry.ts';
import { type PeriodStats, readWeeklyStats } from '../../store/inquiries/weekly-stats.ts';
import { wrapStoreErrors } from '../../store/store-errors.ts';
import type { Store } from '../../store/store.ts';
import type { Destination } from '../../store/tables.ts';
import { type RefusedAddress, readRefusedAddresses } from '../refused-addresses.ts';
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

/** Business days after a deadline at which the digest also goes to ESCALATE_TO. */
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
  notDelivered: { destination: Destination; count: number }[];
  /** Addresses of the team that the mail server refuses. */
  refused: RefusedAddress[];
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
  const { db } = store;
  const { timeZone } = calendar;
  const { from, until } = dayBounds(day, timeZone);
  if (now < from || now >= until) return undefined;
  const next = nextDigest(digestStart(day, timeZone), calendar);
  const [late, oldestFirst, today, later, notDelivered, refused] = await Promise.all([
    readList({ from: 0, until: now }, 'desc'),
    readList({ from: 0, until: now }, 'asc'),
    readList({ from: now, until }, 'asc'),
    readList({ from: until, until: next.at }, 'asc'),
    countNotDelivered(),
    readRefusedAddresses(store),
  ]);
  const [oldest] = oldestFirst.entries;
  const lateSince = oldest ? Date.parse(oldest.due.at) : now;
  const digest: Digest = {
    day,
    late,
    today,
    later,
    nextDay: next.day,
    lateDays: countDays(lateSince, now, timeZone),
    isEscalated: countBusinessDays(lateSince, now, calendar) >= escalationDays,
    lastWeek: isFirstOfWeek(day, calendar) ? await readLastWeek() : undefined,
    notDelivered,
    refused,
  };
  const lists = [late.entries, today.entries, later.entries, notDelivered, refused];
  const isNeeded = digest.lastWeek || lists.some(({ length }) => length > 0);
  return isNeeded ? digest : undefined;

  async function readList(deadlines: TimeRange, order: 'asc' | 'desc'): Promise<DueList> {
    const [reviews, responses] = await Promise.all([
      readKind('review', deadlines, order),
      readKind('response', deadlines, order),
    ]);
    const sign = order === 'asc' ? 1 : -1;
    const entries = [...reviews.entries, ...responses.entries]
      .sort((a, b) => sign * (Date.parse(a.due.at) - Date.parse(b.due.at)))
      .slice(0, maxEntries);
    return { entries, more: reviews.count + responses.count - entries.length };
  }

  async function readKind(
    dueKind: Deadline['kind'],
    { from, until }: TimeRange,
    order: 'asc' | 'desc',
  ) {
    const arrived = db
      .selectFrom('inquiries')
      .where(isAwaiting(dueKind))
      .where('receivedAt', '>=', toIso(from - slaMs[dueKind]))
      .where('receivedAt', '<', toIso(until - slaMs[dueKind]));
    const first = arrived.selectAll().orderBy('receivedAt', order).limit(maxEntries);
    const rows = await read(() => first.execute());
    const counted = arrived.select(({ fn }) => fn.countAll().as('count'));
    const { count } = await read(() => counted.executeTakeFirstOrThrow());
    const entries = rows.map(toStoredInquiry).flatMap((inquiry) => {
      const due = getDeadline(inquiry);
      return due ? [{ inquiry, due }] : [];
    });
    return { entries, count: Math.max(Number(count), entries.length) };
  }

  async function readLastWeek(): Promise<LastWeek> {
    // A day of that week in every time zone.
    const end = from - 6 * dayMs;
    const query = db
      .selectFrom('inquiries')
      .select(({ fn }) => ['assignee', fn.countAll().as('count')])
      .where((builder) =>
        builder.or([isAwaiting('review')(builder), isAwaiting('response')(builder)]),
      )
      .groupBy('assignee')
      .orderBy('count', 'desc')
      .orderBy('assignee');
    const open = await read(() => query.execute());
    return {
      ...(await readWeeklyStats(store, { weeks: 1, end, now })),
      open: open.map(({ assignee = null, count }) => ({ assignee, count: Number(count) })),
    };
  }

  async function countNotDelivered() {
    const query = db
      .selectFrom('deliveries')
      .select(({ fn }) => ['destination', fn.countAll().as('count')])
      .where('state', '=', 'failed')
      .where('destination', '!=', 'inquirer')
      .groupBy('destination')
      .orderBy('destination');
    const rows = await read(() => query.execute());
    return rows.map(({ destination, count }) => ({ destination, count: Number(count) }));
  }
}

const read = <Result>(query: () => Promise<Result>) =>
  wrapStoreErrors('The digest could not be read', query);

/** Deadlines in milliseconds since the epoch, `until` excluded. */
interface TimeRange {
  from: number;
  until: number;
}
