import type { ExpressionBuilder } from 'kysely';
import { getDeadline } from '../../inquiry/deadlines.ts';
import { type Persona, personas } from '../../inquiry/inquiry.ts';
import { toIso } from '../../inquiry/to-iso.ts';
import type { Status } from '../../inquiry/transition.ts';
import type { Store } from '../store.ts';
import type { Tables } from '../tables.ts';
import { streamByArrival } from './paginate.ts';

/** Inquiries of one week without spam. Weeks start on Monday, in UTC. */
export interface WeeklyStats {
  /** Monday: year, month and day. */
  week: string;
  received: number;
  /** Reviewed, answered or declined within 24 hours. */
  onTime: number;
  /** Reviewed later, or overdue. */
  late: number;
  /** Not reviewed and not yet overdue. */
  waiting: number;
  byPersona: Record<Persona, number>;
}

export interface PeriodStats {
  /** Oldest first. */
  weeks: WeeklyStats[];
  /** Median time from arrival to review, if any. */
  medianReviewMs: number | undefined;
  /** Median time from arrival to response, if any. */
  medianResponseMs: number | undefined;
}

export interface Period {
  /** Number of weeks, including the week of `now`. */
  weeks: number;
  /** In milliseconds since the epoch. */
  now: number;
  /** Receives the number of counted inquiries. */
  onProgress?: (done: number) => void;
}

/** Computes the stats of a period. Throws `StoreUnavailable`. */
export async function readWeeklyStats(store: Store, period: Period): Promise<PeriodStats> {
  const { weeks, now, onProgress } = period;
  const since = getFirstWeek(period);
  const stats = Array.from({ length: weeks }, (_, index) =>
    createWeek(Temporal.PlainDate.from(since).add({ weeks: index }).toString()),
  );
  const byWeek = new Map(stats.map((week) => [week.week, week]));
  const [reviewMs, responseMs]: [number[], number[]] = [[], []];
  let done = 0;
  for await (const row of streamByArrival(selectTimes(store), since)) {
    const { receivedAt, persona, reviewedAt, respondedAt } = row;
    onProgress?.(++done);
    const week = byWeek.get(toMonday(receivedAt));
    // Skips future arrivals, which another machine's clock may produce.
    if (!week) continue;
    week.received++;
    week.byPersona[persona]++;
    week[reviewOutcome(receivedAt, reviewedAt, now)]++;
    if (reviewedAt !== null) reviewMs.push(Date.parse(reviewedAt) - Date.parse(receivedAt));
    if (respondedAt !== null) responseMs.push(Date.parse(respondedAt) - Date.parse(receivedAt));
  }
  return { weeks: stats, medianReviewMs: median(reviewMs), medianResponseMs: median(responseMs) };
}

/** Returns the Monday on which a period starts: year, month and day. */
export const getFirstWeek = ({ weeks, now }: Pick<Period, 'weeks' | 'now'>): string =>
  Temporal.PlainDate.from(toMonday(toIso(now)))
    .subtract({ weeks: weeks - 1 })
    .toString();

const selectTimes = ({ db }: Store) =>
  db
    .selectFrom('inquiries')
    .select(['id', 'receivedAt', 'persona'])
    .select((inquiry) => [
      firstStatusAt(inquiry, ['reviewed', 'responded', 'declined']).as('reviewedAt'),
      firstStatusAt(inquiry, ['responded']).as('respondedAt'),
    ])
    .where('status', '!=', 'spam');

/** Selects when an inquiry first got one of these statuses since it was last reopened from spam. */
const firstStatusAt = (inquiry: ExpressionBuilder<Tables, 'inquiries'>, statuses: Status[]) =>
  selectEvents(inquiry).select(({ eb, fn }) =>
    eb
      .case()
      // Fast path: few inquiries were ever reopened.
      .when(fn.countAll().filterWhere('event.status', '=', 'new'), '=', 0)
      .then(fn.min('event.at').filterWhere('event.status', 'in', statuses))
      .else(
        selectEvents(inquiry)
          .select(({ fn }) => fn.min('event.at').as('at'))
          .where('event.status', 'in', statuses)
          .where('event.number', '>', lastReopened(inquiry)),
      )
      .end()
      .as('at'),
  );

const lastReopened = (inquiry: ExpressionBuilder<Tables, 'inquiries'>) =>
  selectEvents(inquiry)
    .select(({ fn }) => fn.max('event.number').as('number'))
    .where('event.status', '=', 'new');

const selectEvents = ({ selectFrom }: ExpressionBuilder<Tables, 'inquiries'>) =>
  selectFrom('inquiryEvents as event').whereRef('event.inquiryId', '=', 'inquiries.id');

/** Returns the median, or undefined without values. */
export function median(values: number[]): number | undefined {
  const sorted = values.toSorted((a, b) => a - b);
  const [lower, upper] = [sorted[(sorted.length - 1) >> 1], sorted[sorted.length >> 1]];
  return lower === undefined || upper === undefined ? undefined : (lower + upper) / 2;
}

/** Compares a review with its deadline. Times are ISO 8601; `reviewedAt` is null without a review. */
export function reviewOutcome(
  receivedAt: string,
  reviewedAt: string | null,
  now: number,
): 'onTime' | 'late' | 'waiting' {
  const deadlineMs = Date.parse(getDeadline({ receivedAt, status: 'new' })?.at ?? '');
  if (reviewedAt !== null) return Date.parse(reviewedAt) <= deadlineMs ? 'onTime' : 'late';
  return now <= deadlineMs ? 'waiting' : 'late';
}

/** Returns the Monday of a time's week, in UTC. */
export function toMonday(time: string): string {
  const date = new Date(`${time.slice(0, 10)}T00:00:00Z`);
  date.setUTCDate(date.getUTCDate() - ((date.getUTCDay() + 6) % 7));
  return date.toISOString().slice(0, 10);
}

const createWeek = (week: string): WeeklyStats => ({
  week,
  received: 0,
  onTime: 0,
  late: 0,
  waiting: 0,
  byPersona: Object.fromEntries(Object.keys(personas).map((persona) => [persona, 0])) as Record<
    Persona,
    number
  >,
});
