import type { EpochMs } from '../text/format-time.ts';
import { type DeadlineKind, promisedMs } from './deadlines.ts';
import { findOpening, isOfficeOpen, type OfficeHours } from './office-hours.ts';

/** Promised times of review and response, for visitors: no time at which the office is closed. */
export interface PromisedTimes {
  /** Undefined if the office is closed then. */
  reviewBy: EpochMs | undefined;
  /** Undefined if the office is closed then. */
  responseBy: EpochMs | undefined;
  /**
   * When the office opens next, if it is closed at a promised time: after the arrival, or, if it is open
   * then, after the first such time.
   */
  opensAt: EpochMs | undefined;
}

/** Returns what an inquirer is promised for an inquiry that arrived at `receivedAt`. */
export function getPromisedTimes(receivedAt: EpochMs, hours: OfficeHours): PromisedTimes {
  const reviewAt = receivedAt + promisedMs.review;
  const responseAt = receivedAt + promisedMs.response;
  const isReviewOpen = isOfficeOpen(reviewAt, hours);
  const isResponseOpen = isOfficeOpen(responseAt, hours);
  return {
    reviewBy: isReviewOpen ? reviewAt : undefined,
    responseBy: isResponseOpen ? responseAt : undefined,
    opensAt:
      isReviewOpen && isResponseOpen
        ? undefined
        : findOpeningAfter([receivedAt, reviewAt, responseAt], hours),
  };
}

/** Tells if the office opens later than the hours promised for a step end. */
export const opensLate = (opensAt: EpochMs, kind: DeadlineKind, receivedAt: EpochMs): boolean =>
  opensAt > receivedAt + promisedMs[kind];

/** Finds when the office opens after the first of these times at which it is closed; undefined if it never is. */
function findOpeningAfter(times: EpochMs[], hours: OfficeHours): EpochMs | undefined {
  const closedAt = times.find((ms) => !isOfficeOpen(ms, hours));
  return closedAt === undefined ? undefined : findOpening(closedAt, hours);
}
