import { computeDeadline, type Deadline, isLate } from '../../inquiry/deadlines.ts';
import { isSuspected, type ReviewState } from '../../inquiry/status.ts';
import type { HistoryEntry } from '../../inquiry/stored-inquiry.ts';
import { type EpochMs, type IsoTime, toIso } from '../../text/format-time.ts';
import type { Database } from '../store.ts';
import { getDueDeadline } from '../../inquiry/deadlines.ts';
import { type InquiryWithHistory, streamWithHistory } from './list-inquiries.ts';

/** `onTime`: done by the deadline; `late`: done after it, or overdue; `waiting`: not done, and not overdue. */
type StepOutcome = 'onTime' | 'late' | 'waiting';

/** Numbers of inquiries, by the outcome of their review, without spam, marked or suspected. */
interface ReviewCounts {
  received: number;
  onTime: number;
  late: number;
  waiting: number;
}

/** Numbers of inquiries, by what became of them so far. */
export interface OutcomeCounts {
  /** Reviewed as qualified, with or without a response. */
  qualified: number;
  /** Responded to without such a review. */
  responded: number;
  /** Declined, or reviewed as not qualified. */
  declined: number;
  /** Marked or suspected. */
  spam: number;
  /** Number of those that were not reviewed. */
  open: number;
}

interface WeekStats extends ReviewCounts {
  /** Monday of the week, such as "2026-11-23". */
  week: string;
  outcomes: OutcomeCounts;
}

/** Stats of all `weeks` together. */
export interface PeriodStats extends ReviewCounts {
  /** Share of the reviews, from 0 to 1; undefined if none is done or overdue. */
  onTimeShare: number | undefined;
  /** Share of the responses, from 0 to 1; undefined if none is done or overdue. */
  responseOnTimeShare: number | undefined;
  outcomes: OutcomeCounts;
  /** Inquiries with a late step whose deadline passed while the office was closed. */
  lateWhileClosed: number;
  /** Oldest first. */
  weeks: WeekStats[];
}

interface Period {
  /** Number of weeks, until that of `end`. */
  weeks: number;
  now: EpochMs;
  /** Default: `now`. */
  end?: EpochMs;
  /** IANA name, in which weeks begin. */
  timeZone: string;
  /** Tells if the office is open at a time (default: always). */
  isOfficeOpenAt?: (ms: EpochMs) => boolean;
}

/** Computes the stats of the weeks of a period. */
export async function readWeeklyStats(
  store: Database,
  { weeks: length, now, end = now, timeZone, isOfficeOpenAt = () => true }: Period,
): Promise<PeriodStats> {
  const first = toMonday(toIso(end), timeZone).subtract({ weeks: length - 1 });
  const weeks = Array.from({ length }, (_, index) => ({
    week: first.add({ weeks: index }).toString(),
    ...createCounts(),
  }));
  const byWeek = new Map(weeks.map((week) => [week.week, week]));
  const total = createCounts();
  const responses: Record<StepOutcome, number> = { onTime: 0, late: 0, waiting: 0 };
  let lateWhileClosed = 0;
  const since = toIso(first.toZonedDateTime(timeZone).epochMilliseconds);
  for await (const inquiry of streamWithHistory(store, { since })) {
    const week = byWeek.get(toMonday(inquiry.receivedAt, timeZone).toString());
    // Skips arrivals after the period.
    if (!week) continue;
    const judgement = judgeInquiry(inquiry, now, isOfficeOpenAt);
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

/** Judgement of an inquiry. */
interface Judgement {
  outcome: keyof OutcomeCounts;
  /** Undefined for spam. */
  review: StepOutcome | undefined;
  /** Undefined if no response is promised. */
  response: StepOutcome | undefined;
  /** A step is late whose deadline passed while the office was closed. */
  isLateWhileClosed: boolean;
}

function judgeInquiry(
  inquiry: InquiryWithHistory,
  now: EpochMs,
  isOfficeOpenAt: (ms: EpochMs) => boolean,
): Judgement {
  const outcome = getInquiryOutcome(inquiry);
  if (outcome === 'spam')
    return { outcome, review: undefined, response: undefined, isLateWhileClosed: false };
  const { receivedAt, history } = inquiry;
  const { reviewedAt, respondedAt } = findSteps(history);
  const reviewDeadline = computeDeadline('review', receivedAt);
  const responseDeadline = computeDeadline('response', receivedAt);
  const isResponsePromised =
    respondedAt !== undefined || getDueDeadline(inquiry)?.kind === 'response';
  const review = getOutcome(reviewDeadline, reviewedAt, now);
  const response = isResponsePromised ? getOutcome(responseDeadline, respondedAt, now) : undefined;
  const lateDeadlines: Deadline[] = [];
  if (review === 'late') lateDeadlines.push(reviewDeadline);
  if (response === 'late') lateDeadlines.push(responseDeadline);
  const isLateWhileClosed = lateDeadlines.some(({ at }) => !isOfficeOpenAt(Date.parse(at)));
  return { outcome, review, response, isLateWhileClosed };
}

function addTo(counts: Counts, { outcome, review }: Judgement) {
  counts.outcomes[outcome]++;
  if (!review) return;
  counts.received++;
  counts[review]++;
}

function getInquiryOutcome(inquiry: ReviewState): keyof OutcomeCounts {
  if (isSuspected(inquiry)) return 'spam';
  switch (inquiry.status) {
    case 'new':
      return 'open';
    case 'reviewed':
      return inquiry.qualified ? 'qualified' : 'declined';
    case 'responded':
      return inquiry.qualified ? 'qualified' : 'responded';
    case 'declined':
    case 'spam':
      return inquiry.status;
  }
}

const getShare = ({ onTime, late }: { onTime: number; late: number }) =>
  onTime + late ? onTime / (onTime + late) : undefined;

/** Finds when an inquiry was reviewed and responded to; undefined for what is not done. */
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

/** Compares a step with its deadline at `now`. `doneAt`: time of the step, if it is done. */
export function getOutcome(
  deadline: Deadline,
  doneAt: IsoTime | undefined,
  now: EpochMs,
): StepOutcome {
  if (doneAt === undefined) return isLate(deadline, now) ? 'late' : 'waiting';
  return isLate(deadline, Date.parse(doneAt)) ? 'late' : 'onTime';
}

function toMonday(time: IsoTime, timeZone: string): Temporal.PlainDate {
  const date = Temporal.Instant.from(time).toZonedDateTimeISO(timeZone).toPlainDate();
  return date.subtract({ days: date.dayOfWeek - 1 });
}
