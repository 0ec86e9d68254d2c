import type { EpochMs } from '../text/format-time.ts';
import { type DeadlineKind, promisedMs } from './deadlines.ts';
import { findOpening, isOfficeOpen, type OfficeHours } from './office-hours.ts';

/**
 * Promised times of review and response, for visitors. They omit times at which the office is
 * closed.
 */
export interface PromisedTimes {
  /** Undefined if the office is closed at that time. */
  reviewBy: EpochMs | undefined;
  /** Undefined if the office is closed at that time. */
  responseBy: EpochMs | undefined;
  /**
   * Next opening, if the office is closed at a promised time. If the office is also closed at the
   * arrival, this is the first opening after the arrival. Otherwise it is the first one after that
   * promised time.
   */
  opensAt: EpochMs | undefined;
}

/** Returns the promised times for an inquiry. */
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

/** Tells if the office opens only after the promised hours of a step. */
export const opensLate = (opensAt: EpochMs, kind: DeadlineKind, receivedAt: EpochMs): boolean =>
  opensAt > receivedAt + promisedMs[kind];

/**
 * Finds the first opening after the first of these times at which the office is closed. Undefined
 * if it is open at all of them.
 */
function findOpeningAfter(times: EpochMs[], hours: OfficeHours): EpochMs | undefined {
  const closedAt = times.find((ms) => !isOfficeOpen(ms, hours));
  return closedAt === undefined ? undefined : findOpening(closedAt, hours);
}
