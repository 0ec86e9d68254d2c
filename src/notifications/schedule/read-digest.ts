import { type Due, dueAt, promisedMs } from '../../inquiry/deadlines.ts';
import { toIso } from '../../inquiry/to-iso.ts';
import { waitingFor } from '../../store/inquiries/is-awaiting.ts';
import {
  storedFields,
  type StoredInquiry,
  toStoredInquiry,
} from '../../store/inquiries/stored-inquiry.ts';
import type { Store } from '../../store/store.ts';
import type { TeamDestination } from '../../store/tables.ts';

const mostEntries = 50;

export interface DueInquiry {
  inquiry: StoredInquiry;
  due: Due;
}

export interface DueList {
  entries: DueInquiry[];
  /** How many others there are. */
  more: number;
}

export interface Digest {
  /** Its date in the firm's time zone. */
  day: string;
  /** What became late most recently first, or old ones would hide it for good. */
  late: DueList;
  /** What is due soonest first. */
  today: DueList;
  /** How many deliveries to the team were given up. */
  notDelivered: { destination: TeamDestination; count: number }[];
}

/**
 * What is late at `now`, what is due from then until the day ends (ms since the epoch), and what was
 * not delivered.
 */
export async function readDigest(
  { db }: Store,
  { day, now, until }: { day: string; now: number; until: number },
): Promise<Digest> {
  const [late, today, notDelivered] = await Promise.all([
    readList({ from: 0, until: now }, 'desc'),
    readList({ from: now, until }, 'asc'),
    countNotDelivered(),
  ]);
  return { day, late, today, notDelivered };

  async function readList(deadlines: Span, order: 'asc' | 'desc'): Promise<DueList> {
    const [reviews, responses] = await Promise.all([
      readKind('review', deadlines, order),
      readKind('response', deadlines, order),
    ]);
    const sign = order === 'asc' ? 1 : -1;
    const entries = [...reviews.entries, ...responses.entries]
      .sort((a, b) => sign * (Date.parse(a.due.at) - Date.parse(b.due.at)))
      .slice(0, mostEntries);
    return { entries, more: reviews.count + responses.count - entries.length };
  }

  async function readKind(what: Due['what'], { from, until }: Span, order: 'asc' | 'desc') {
    const arrived = db
      .selectFrom('inquiries')
      .where(waitingFor(what))
      .where('receivedAt', '>=', toIso(from - promisedMs[what]))
      .where('receivedAt', '<', toIso(until - promisedMs[what]));
    const rows = await arrived
      .select(storedFields)
      .orderBy('receivedAt', order)
      .limit(mostEntries)
      .execute();
    const { count } = await arrived
      .select(({ fn }) => fn.countAll().as('count'))
      .executeTakeFirstOrThrow();
    const entries = rows.map(toStoredInquiry).flatMap((inquiry) => {
      const due = dueAt(inquiry);
      return due ? [{ inquiry, due }] : [];
    });
    return { entries, count: Math.max(Number(count), entries.length) };
  }

  async function countNotDelivered() {
    const rows = await db
      .selectFrom('deliveries')
      .select(({ fn }) => ['destination', fn.countAll().as('count')])
      .where('state', '=', 'failed')
      .where('destination', 'in', ['email', 'webhook'])
      .groupBy('destination')
      .orderBy('destination')
      .execute();
    return rows.map(({ destination, count }) => ({
      destination: destination as TeamDestination,
      count: Number(count),
    }));
  }
}

/** Deadlines in milliseconds since the epoch, `until` excluded. */
interface Span {
  from: number;
  until: number;
}
