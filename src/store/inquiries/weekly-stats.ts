import { slaMs } from '../../inquiry/deadlines.ts';
import { toIso } from '../../inquiry/format-time.ts';
import type { Database } from '../store.ts';
import { streamWithHistory } from './list-inquiries.ts';

/** `waiting`: not reviewed and not yet overdue; `late`: reviewed after the deadline, or overdue. */
type ReviewOutcome = 'onTime' | 'late' | 'waiting';

/** Numbers of inquiries, without spam, marked or suspected. */
type Counts = Record<'received' | ReviewOutcome, number>;

/** Stats of all `weeks`. A share is from 0 to 1; undefined if no review or response is done or overdue. */
export interface PeriodStats extends Counts {
  onTimeShare: number | undefined;
  responseOnTimeShare: number | undefined;
  /** Oldest first. `week`: its Monday, such as "2026-11-23". */
  weeks: (Counts & { week: string })[];
}

/** `now` and `end` are in milliseconds since the epoch. `weeks`: their number, until that of `end`. */
type Period = { weeks: number; now: number; end?: number; timeZone: string };

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
  const responses = { ...noCounts };
  for await (const inquiry of streamWithHistory(store, since)) {
    const { receivedAt, status, qualified, suspectedSpam, history } = inquiry;
    const week = byWeek.get(toMonday(receivedAt, timeZone).toString());
    // Skips arrivals after the period.
    if (!week || status === 'spam' || (status === 'new' && suspectedSpam)) continue;
    // What was done before it last became new again does not count.
    const steps = history.slice(history.findLastIndex((entry) => entry.status === 'new') + 1);
    const reviewedAt = steps.find((entry) => entry.status !== 'spam')?.at;
    // A response that was corrected to another status does not count.
    const last = steps.findLastIndex((entry) => entry.status !== 'responded');
    const respondedAt = steps[last + 1]?.at;
    for (const counts of [week, total]) {
      counts.received++;
      counts[reviewOutcome(receivedAt, reviewedAt, now)]++;
    }
    if (respondedAt || (status === 'reviewed' && qualified))
      responses[reviewOutcome(receivedAt, respondedAt, now, 'response')]++;
  }
  const onTimeShare = getShare(total);
  return { ...total, onTimeShare, responseOnTimeShare: getShare(responses), weeks };
}

const noCounts: Counts = { received: 0, onTime: 0, late: 0, waiting: 0 };

const getShare = ({ onTime, late }: Counts) =>
  onTime + late ? onTime / (onTime + late) : undefined;

/** Compares a step with its deadline. Times are ISO 8601 (`now`: ms); `doneAt` is undefined before it. */
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

function toMonday(time: string, timeZone: string): Temporal.PlainDate {
  const date = Temporal.Instant.from(time).toZonedDateTimeISO(timeZone).toPlainDate();
  return date.subtract({ days: date.dayOfWeek - 1 });
}
