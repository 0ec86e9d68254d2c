import type { EpochMs, IsoTime } from '../text/format-time.ts';
import { computeDeadline, type Deadline, getDueDeadline, isLate } from './deadlines.ts';
import { isSuspected, type ReviewState } from './status.ts';
import type { HistoryEntry } from './stored-inquiry.ts';

/**
 * `onTime`: done by the deadline. `late`: done after it, or overdue. `waiting`: neither done nor
 * overdue.
 */
export type StepOutcome = 'onTime' | 'late' | 'waiting';

/** Outcome of an inquiry so far. */
export type InquiryOutcome =
  /** Reviewed as qualified, with or without a response. */
  | 'qualified'
  /** Responded to, but not reviewed as qualified. */
  | 'responded'
  /** Declined, or reviewed as not qualified. */
  | 'declined'
  /** Marked as spam, or suspected. */
  | 'spam'
  /** Not reviewed. */
  | 'open';

export interface JudgedInquiry extends ReviewState {
  receivedAt: IsoTime;
  /** Oldest first. */
  history: HistoryEntry[];
}

/** Outcome of an inquiry, and of the promises to its inquirer. */
export interface Judgement {
  outcome: InquiryOutcome;
  /** Undefined for spam. */
  review: StepOutcome | undefined;
  /** Undefined if no response is promised. */
  response: StepOutcome | undefined;
  /** True if the deadline of a late step passed while the office was closed. */
  isLateWhileClosed: boolean;
}

/**
 * Judges an inquiry by its history until `now`: its outcome, and if its review and response were on
 * time.
 */
export function judgePromises(
  inquiry: JudgedInquiry,
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
  const review = getStepOutcome(reviewDeadline, reviewedAt, now);
  const response = isResponsePromised
    ? getStepOutcome(responseDeadline, respondedAt, now)
    : undefined;
  const lateDeadlines: Deadline[] = [];
  if (review === 'late') lateDeadlines.push(reviewDeadline);
  if (response === 'late') lateDeadlines.push(responseDeadline);
  const isLateWhileClosed = lateDeadlines.some(({ at }) => !isOfficeOpenAt(Date.parse(at)));
  return { outcome, review, response, isLateWhileClosed };
}

function getInquiryOutcome(inquiry: ReviewState): InquiryOutcome {
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

/** Finds the times of the review and of the response. Undefined for a step that is not done. */
function findSteps(history: HistoryEntry[]) {
  // Ignore steps before the inquiry last became new again.
  const steps = history.slice(history.findLastIndex(({ status }) => status === 'new') + 1);
  // Ignore a response that was later corrected to another status.
  const lastOther = steps.findLastIndex(({ status }) => status !== 'responded');
  return {
    reviewedAt: steps.find(({ status }) => status !== 'spam')?.at,
    respondedAt: steps[lastOther + 1]?.at,
  };
}

/** Compares a step with its deadline. `doneAt`: time of the step; undefined if it is not done. */
export function getStepOutcome(
  deadline: Deadline,
  doneAt: IsoTime | undefined,
  now: EpochMs,
): StepOutcome {
  if (doneAt === undefined) return isLate(deadline, now) ? 'late' : 'waiting';
  return isLate(deadline, Date.parse(doneAt)) ? 'late' : 'onTime';
}
