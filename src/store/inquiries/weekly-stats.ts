import { slaMs } from '../../inquiry/deadlines.ts';
import type { Persona } from '../../inquiry/inquiry.ts';
import { toIso } from '../../inquiry/format-time.ts';
import type { Store } from '../store.ts';
import { streamWithHistory } from './list-inquiries.ts';

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
  const weeks = Array.from({ length }, (_, index) =>
    createWeek(first.add({ weeks: index }).toString()),
  );
  const byWeek = new Map(weeks.map((week) => [week.week, week]));
  const [reviewMs, responseMs]: [number[], number[]] = [[], []];
  const responses = { onTime: 0, late: 0, waiting: 0 };
  for await (const inquiry of streamWithHistory(store, first.toString())) {
    const { receivedAt, persona, status, qualified, history } = inquiry;
    const week = byWeek.get(toMonday(receivedAt));
    // Skips arrivals after the period.
    if (!week || status === 'spam') continue;
    // What was done before it was last reopened from spam does not count.
    const steps = history.slice(history.findLastIndex((entry) => entry.status === 'new') + 1);
    const reviewedAt = steps.find((entry) => entry.status !== 'spam')?.at;
    // A response that was corrected to another status does not count.
    const last = steps.findLastIndex((entry) => entry.status !== 'responded');
    const respondedAt = steps[last + 1]?.at;
    week.received++;
    week.byPersona[persona]++;
    week[reviewOutcome(receivedAt, reviewedAt, now)]++;
    if (respondedAt || (status === 'reviewed' && qualified))
      responses[reviewOutcome(receivedAt, respondedAt, now, 'response')]++;
    if (reviewedAt) reviewMs.push(Date.parse(reviewedAt) - Date.parse(receivedAt));
    if (respondedAt) responseMs.push(Date.parse(respondedAt) - Date.parse(receivedAt));
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

const getShare = ({ onTime, late }: { onTime: number; late: number }) =>
  onTime + late ? onTime / (onTime + late) : undefined;

/** Returns the median, or undefined without values. */
function median(values: number[]): number | undefined {
  const sorted = values.toSorted((a, b) => a - b);
  const [lower, upper] = [sorted[(sorted.length - 1) >> 1], sorted[sorted.length >> 1]];
  return lower === undefined || upper === undefined ? undefined : (lower + upper) / 2;
}

/** Compares a step with its deadline. Times are ISO 8601; `doneAt` is undefined before it. */
export function reviewOutcome(
  receivedAt: string,
  doneAt: string | undefined,
  now: number,
  kind: keyof typeof slaMs = 'review',
): ReviewOutcome {
  const deadlineMs = Date.parse(receivedAt) + slaMs[kind];
  if (doneAt) return Date.parse(doneAt) <= deadlineMs ? 'onTime' : 'late';
  return now <= deadlineMs ? 'waiting' : 'late';
}

/** Returns the Monday of a time's week, in UTC. */
function toMonday(time: string): string {
  const date = Temporal.PlainDate.from(time.slice(0, 10));
  return date.subtract({ days: date.dayOfWeek - 1 }).toString();
}

const createWeek = (week: string): WeeklyStats => ({
  week,
  received: 0,
  onTime: 0,
  late: 0,
  waiting: 0,
  byPersona: { founder: 0, investor: 0, operator: 0, advisor: 0, other: 0 },
});
