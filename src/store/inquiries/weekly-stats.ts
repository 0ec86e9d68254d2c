import type { ExpressionBuilder } from 'kysely';
import { slaMs } from '../../inquiry/deadlines.ts';
import type { Persona } from '../../inquiry/inquiry.ts';
import { toIso } from '../../inquiry/format-time.ts';
import type { Status } from '../../inquiry/status.ts';
import { wrapStoreErrors } from '../store-errors.ts';
import type { Store } from '../store.ts';
import type { Tables } from '../tables.ts';
import { type Arrival, arrivedAfter, paginate } from './list-inquiries.ts';

/** `waiting`: not reviewed and not yet overdue; `late`: reviewed after the deadline, or overdue. */
export type ReviewOutcome = 'onTime' | 'late' | 'waiting';

/** Inquiries of one week without spam. Weeks start on Monday, in UTC. */
export interface WeeklyStats extends Record<ReviewOutcome, number> {
  /** Monday: year, month and day. */
  week: string;
  received: number;
  byPersona: Record<Persona, number>;
}

export interface PeriodStats extends Record<ReviewOutcome, number> {
  received: number;
  /** 0 to 1; undefined if no review is done or overdue. */
  onTimeShare: number | undefined;
  /** Oldest first. */
  weeks: WeeklyStats[];
  /** Share of responses in time, 0 to 1; undefined if none is done or overdue. */
  responseOnTimeShare: number | undefined;
  /** Median time from arrival to review, if any. */
  medianReviewMs: number | undefined;
  /** Median time from arrival to response, if any. */
  medianResponseMs: number | undefined;
}

export interface Period {
  /** Number of weeks, including that of `end`. */
  weeks: number;
  /** In milliseconds since the epoch (default: `now`). */
  end?: number;
  /** In milliseconds since the epoch. */
  now: number;
}

/** Computes the stats of a period. Throws `StoreUnavailable`. */
export async function readWeeklyStats(
  store: Store,
  { weeks: length, now, end = now }: Period,
): Promise<PeriodStats> {
  const first = Temporal.PlainDate.from(toMonday(toIso(end))).subtract({ weeks: length - 1 });
  const since = first.toString();
  const weeks = Array.from({ length }, (_, index) =>
    createWeek(first.add({ weeks: index }).toString()),
  );
  const byWeek = new Map(weeks.map((week) => [week.week, week]));
  const [reviewMs, responseMs]: [number[], number[]] = [[], []];
  const responses = { onTime: 0, late: 0, waiting: 0 };
  const rows = paginate((after: Arrival = { receivedAt: since, id: '' }, limit) =>
    readTimes(store, after, limit),
  );
  for await (const row of rows) {
    const { receivedAt, persona, status, qualified, reviewedAt, respondedAt } = row;
    const week = byWeek.get(toMonday(receivedAt));
    // Skips arrivals after the period.
    if (!week) continue;
    week.received++;
    week.byPersona[persona]++;
    week[reviewOutcome(receivedAt, reviewedAt, now)]++;
    if (respondedAt !== null || (status === 'reviewed' && qualified))
      responses[reviewOutcome(receivedAt, respondedAt, now, 'response')]++;
    if (reviewedAt !== null) reviewMs.push(Date.parse(reviewedAt) - Date.parse(receivedAt));
    if (respondedAt !== null) responseMs.push(Date.parse(respondedAt) - Date.parse(receivedAt));
  }
  const sum = (part: 'received' | ReviewOutcome) =>
    weeks.reduce((total, week) => total + week[part], 0);
  const [onTime, late] = [sum('onTime'), sum('late')];
  return {
    received: sum('received'),
    onTime,
    late,
    waiting: sum('waiting'),
    onTimeShare: getShare({ onTime, late }),
    responseOnTimeShare: getShare(responses),
    weeks,
    medianReviewMs: median(reviewMs),
    medianResponseMs: median(responseMs),
  };
}

const readTimes = ({ db }: Store, after: Arrival, limit: number) =>
  wrapStoreErrors('The inquiries could not be read', () =>
    db
      .selectFrom('inquiries')
      .select(['id', 'receivedAt', 'persona', 'status', 'qualified'])
      .select((inquiry) => [
        firstStatusAt(inquiry, ['reviewed', 'responded', 'declined']).as('reviewedAt'),
        firstStatusAt(inquiry, ['responded']).as('respondedAt'),
      ])
      .where('status', '!=', 'spam')
      .where(arrivedAfter(after, 'asc'))
      .orderBy('receivedAt')
      .orderBy('id')
      .limit(limit)
      .execute(),
  );

/** Selects when an inquiry first got one of these statuses since it was last reopened from spam. */
const firstStatusAt = (inquiry: ExpressionBuilder<Tables, 'inquiries'>, statuses: Status[]) =>
  inquiry
    .selectFrom('inquiryEvents as event')
    .select(({ fn }) => fn.min('event.at').as('at'))
    .whereRef('event.inquiryId', '=', 'inquiries.id')
    .where('event.status', 'in', statuses)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('inquiryEvents as later')
            .select('later.number')
            .whereRef('later.inquiryId', '=', 'event.inquiryId')
            .whereRef('later.number', '>', 'event.number')
            .where('later.status', '=', 'new'),
        ),
      ),
    );

const getShare = ({ onTime, late }: { onTime: number; late: number }) =>
  onTime + late ? onTime / (onTime + late) : undefined;

/** Returns the median, or undefined without values. */
export function median(values: number[]): number | undefined {
  const sorted = values.toSorted((a, b) => a - b);
  const [lower, upper] = [sorted[(sorted.length - 1) >> 1], sorted[sorted.length >> 1]];
  return lower === undefined || upper === undefined ? undefined : (lower + upper) / 2;
}

/** Compares a step with its deadline. Times are ISO 8601; `doneAt` is null before it. */
export function reviewOutcome(
  receivedAt: string,
  doneAt: string | null,
  now: number,
  kind: keyof typeof slaMs = 'review',
): ReviewOutcome {
  const deadlineMs = Date.parse(receivedAt) + slaMs[kind];
  if (doneAt !== null) return Date.parse(doneAt) <= deadlineMs ? 'onTime' : 'late';
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
  ...{ received: 0, onTime: 0, late: 0, waiting: 0 },
  byPersona: { founder: 0, investor: 0, operator: 0, advisor: 0, other: 0 },
});
