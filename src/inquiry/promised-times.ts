import { type DeadlineKind, slaMs } from './deadlines.ts';
import { findOpening, isOfficeOpen, type OfficeHours } from './office-hours.ts';

/** Times of review and answer, as visitors are told: no hour while the office is closed. */
export interface PromisedTimes {
  /** Ms since the epoch; undefined if the office is closed then. */
  reviewBy: number | undefined;
  responseBy: number | undefined;
  /**
   * When the office opens next, if it is closed at a promised time: after the arrival, or, if it is open
   * then, after the first such time.
   */
  opensAt: number | undefined;
}

/** Returns what an inquirer is promised for an inquiry that arrived at `receivedAt` (ms since the epoch). */
export function getPromisedTimes(receivedAt: number, hours: OfficeHours): PromisedTimes {
  const reviewAt = receivedAt + slaMs.review;
  const responseAt = receivedAt + slaMs.response;
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

/** Tells if the office opens later than the hours promised for a step end. Times are ms since the epoch. */
export const opensLate = (opensAt: number, kind: DeadlineKind, receivedAt: number): boolean =>
  opensAt > receivedAt + slaMs[kind];

/** Finds when the office opens after the first of these times at which it is closed; undefined if it never is. */
function findOpeningAfter(times: number[], hours: OfficeHours): number | undefined {
  const closedAt = times.find((ms) => !isOfficeOpen(ms, hours));
  return closedAt === undefined ? undefined : findOpening(closedAt, hours);
}
