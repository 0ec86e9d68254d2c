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
  opensAtMs: EpochMs | undefined;
}

/** Returns the promised times for an inquiry. */
export function getPromisedTimes(receivedMs: EpochMs, hours: OfficeHours): PromisedTimes {
  const reviewMs = receivedMs + promisedMs.review;
  const responseMs = receivedMs + promisedMs.response;
  const isReviewOpen = isOfficeOpen(reviewMs, hours);
  const isResponseOpen = isOfficeOpen(responseMs, hours);
  return {
    reviewBy: isReviewOpen ? reviewMs : undefined,
    responseBy: isResponseOpen ? responseMs : undefined,
    opensAtMs:
      isReviewOpen && isResponseOpen
        ? undefined
        : findOpeningAfter([receivedMs, reviewMs, responseMs], hours),
  };
}

/** Tells if the office opens only after the promised hours of a step. */
export const opensLate = (opensAtMs: EpochMs, kind: DeadlineKind, receivedMs: EpochMs): boolean =>
  opensAtMs > receivedMs + promisedMs[kind];

/**
 * Finds the first opening after the first of these times at which the office is closed. Undefined
 * if it is open at all of them.
 */
function findOpeningAfter(times: EpochMs[], hours: OfficeHours): EpochMs | undefined {
  const closedAtMs = times.find((ms) => !isOfficeOpen(ms, hours));
  return closedAtMs === undefined ? undefined : findOpening(closedAtMs, hours);
}
