import { computeDeadline, type Deadline, isLate } from '../../inquiry/deadlines.ts';
import { toIso } from '../../inquiry/format-time.ts';
import { isSuspected } from '../../inquiry/status.ts';
import type { HistoryEntry } from '../../inquiry/stored-inquiry.ts';
import type { Database } from '../store.ts';
import { getDue } from './due-inquiries.ts';
import { streamWithHistory } from './list-inquiries.ts';

/** `onTime`: done by the deadline; `late`: done after it, or overdue; `waiting`: not done, and not overdue. */
type StepOutcome = 'onTime' | 'late' | 'waiting';

/** Numbers of inquiries, by the outcome of their review, without spam, marked or suspected. */
interface ReviewCounts {
  received: number;
  onTime: number;
  late: number;
  waiting: number;
}

interface WeekStats extends ReviewCounts {
  /** Its Monday, such as "2026-11-23". */
  week: string;
}

/** Stats of all `weeks` together. */
export interface PeriodStats extends ReviewCounts {
  /** Share of the reviews, from 0 to 1; undefined if none is done or overdue. */
  onTimeShare: number | undefined;
  /** Share of the responses, from 0 to 1; undefined if none is done or overdue. */
  responseOnTimeShare: number | undefined;
  /** Oldest first. */
  weeks: WeekStats[];
}

interface Period {
  /** Number of weeks, until that of `end`. */
  weeks: number;
  /** Milliseconds since the epoch. */
  now: number;
  /** Milliseconds since the epoch (default: `now`). */
  end?: number;
  /** IANA name, in which weeks begin. */
  timeZone: string;
}

/** Computes the stats of the weeks of a period. */
export async function readWeeklyStats(
  store: Database,
  { weeks: length, now, end = now, timeZone }: Period,
): Promise<PeriodStats> {
  const first = toMonday(toIso(end), timeZone).subtract({ weeks: length - 1 });
  const weeks = Array.from({ length }, (_, index) => ({
    week: first.add({ weeks: index }).toString(),
    ...noCounts,
  }));
  const byWeek = new Map(weeks.map((week) => [week.week, week]));
  const since = toIso(first.toZonedDateTime(timeZone).epochMilliseconds);
  const total = { ...noCounts };
  const responses: Record<StepOutcome, number> = { onTime: 0, late: 0, waiting: 0 };
  for await (const inquiry of streamWithHistory(store, since)) {
    const { receivedAt, history } = inquiry;
    const week = byWeek.get(toMonday(receivedAt, timeZone).toString());
    // Skips arrivals after the period.
    if (!week) continue;
    if (inquiry.status === 'spam' || isSuspected(inquiry)) continue;
    const { reviewedAt, respondedAt } = findSteps(history);
    const review = getOutcome(computeDeadline('review', receivedAt), reviewedAt, now);
    for (const counts of [week, total]) {
      counts.received++;
      counts[review]++;
    }
    if (respondedAt || getDue(inquiry)?.kind === 'response')
      responses[getOutcome(computeDeadline('response', receivedAt), respondedAt, now)]++;
  }
  return {
    ...total,
    onTimeShare: getShare(total),
    responseOnTimeShare: getShare(responses),
    weeks,
  };
}

const noCounts: ReviewCounts = { received: 0, onTime: 0, late: 0, waiting: 0 };

const getShare = ({ onTime, late }: { onTime: number; late: number }) =>
  onTime + late ? onTime / (onTime + late) : undefined;

/** Finds when an inquiry was reviewed and responded to, in ISO 8601; undefined for what is not done. */
function findSteps(history: HistoryEntry[]) {
  // What was done before it last became new again does not count.
  const steps = history.slice(history.findLastIndex(({ status }) => status === 'new') + 1);
  // A response that was corrected to another status does not count.
  const lastOther = steps.findLastIndex(({ status }) => status !== 'responded');
  return {
    reviewedAt: steps.find(({ status }) => status !== 'spam')?.at,
    respondedAt: steps[lastOther + 1]?.at,
  };
}

/** Compares a step with its deadline. `doneAt` is ISO 8601, `now` in ms since the epoch. */
export function getOutcome(
  deadline: Deadline,
  doneAt: string | undefined,
  now: number,
): StepOutcome {
  if (doneAt === undefined) return isLate(deadline, now) ? 'late' : 'waiting';
  return isLate(deadline, Date.parse(doneAt)) ? 'late' : 'onTime';
}

function toMonday(time: string, timeZone: string): Temporal.PlainDate {
  const date = Temporal.Instant.from(time).toZonedDateTimeISO(timeZone).toPlainDate();
  return date.subtract({ days: date.dayOfWeek - 1 });
}
