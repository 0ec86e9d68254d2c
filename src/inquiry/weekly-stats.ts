import { type EpochMs, type IsoTime, toIso } from '../text/format-time.ts';
import {
  type InquiryOutcome,
  type JudgedInquiry,
  type Judgement,
  judgePromises,
  type StepOutcome,
} from './judge-promises.ts';

/**
 * Numbers of inquiries by the outcome of their review. Marked and suspected spam does not count.
 */
interface ReviewCounts {
  received: number;
  onTime: number;
  late: number;
  waiting: number;
}

/** Numbers of inquiries by their outcome so far. */
export type OutcomeCounts = Record<InquiryOutcome, number>;

interface WeekStats extends ReviewCounts {
  /** Monday of the week, such as "2026-11-23". */
  week: string;
  outcomes: OutcomeCounts;
}

/** Stats of a period, and of each of its weeks. */
export interface PeriodStats extends ReviewCounts {
  /** Share of reviews that were on time, from 0 to 1; undefined if none is done or overdue. */
  onTimeShare: number | undefined;
  /** Share of responses that were on time, from 0 to 1; undefined if none is done or overdue. */
  responseOnTimeShare: number | undefined;
  outcomes: OutcomeCounts;
  /** Number of inquiries with a late step whose deadline passed while the office was closed. */
  lateWhileClosed: number;
  /** Oldest first. */
  weeks: WeekStats[];
}

export interface Period {
  /** Number of weeks. The last one contains `end`. */
  weeks: number;
  now: EpochMs;
  /** Default: `now`. */
  end?: EpochMs;
  /** Time zone in which weeks begin (IANA name). */
  timeZone: string;
  /** Tells if the office is open at a time (default: always). */
  isOfficeOpenAt?: (ms: EpochMs) => boolean;
}

/** Returns the time at which the first week of a period begins. */
export const getPeriodStart = (period: Period): IsoTime =>
  toIso(getFirstMonday(period).toZonedDateTime(period.timeZone).epochMilliseconds);

const getFirstMonday = ({ weeks, now, end = now, timeZone }: Period): Temporal.PlainDate =>
  toMonday(toIso(end), timeZone).subtract({ weeks: weeks - 1 });

/** Computes the stats of the weeks of a period from the inquiries since its start. */
export async function computeWeeklyStats(
  inquiries: AsyncIterable<JudgedInquiry>,
  period: Period,
): Promise<PeriodStats> {
  const { weeks: length, now, timeZone, isOfficeOpenAt = () => true } = period;
  const first = getFirstMonday(period);
  const weeks = Array.from({ length }, (_, index) => ({
    week: first.add({ weeks: index }).toString(),
    ...createCounts(),
  }));
  const byWeek = new Map(weeks.map((week) => [week.week, week]));
  const total = createCounts();
  const responses: Record<StepOutcome, number> = { onTime: 0, late: 0, waiting: 0 };
  let lateWhileClosed = 0;
  for await (const inquiry of inquiries) {
    const week = byWeek.get(toMonday(inquiry.receivedAt, timeZone).toString());
    // Skip arrivals outside the period.
    if (!week) continue;
    const judgement = judgePromises(inquiry, now, isOfficeOpenAt);
    for (const counts of [week, total]) addTo(counts, judgement);
    if (judgement.response) responses[judgement.response]++;
    if (judgement.isLateWhileClosed) lateWhileClosed++;
  }
  return {
    ...total,
    lateWhileClosed,
    onTimeShare: getShare(total),
    responseOnTimeShare: getShare(responses),
    weeks,
  };
}

type Counts = ReviewCounts & { outcomes: OutcomeCounts };

const createCounts = (): Counts => ({
  received: 0,
  onTime: 0,
  late: 0,
  waiting: 0,
  outcomes: { qualified: 0, responded: 0, declined: 0, spam: 0, open: 0 },
});

function addTo(counts: Counts, { outcome, review }: Judgement) {
  counts.outcomes[outcome]++;
  if (!review) return;
  counts.received++;
  counts[review]++;
}

const getShare = ({ onTime, late }: { onTime: number; late: number }) =>
  onTime + late ? onTime / (onTime + late) : undefined;

function toMonday(time: IsoTime, timeZone: string): Temporal.PlainDate {
  const date = Temporal.Instant.from(time).toZonedDateTimeISO(timeZone).toPlainDate();
  return date.subtract({ days: date.dayOfWeek - 1 });
}
