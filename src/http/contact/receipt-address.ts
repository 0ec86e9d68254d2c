import { hourMs, minuteMs, toIso } from '../../inquiry/format-time.ts';

/** Later, an address from a history or bookmark shows the contact page. */
const maxAgeMs = hourMs;

/** Clocks of several servers differ. */
const maxClockDifferenceMs = minuteMs;

/**
 * Creates the address of the receipt of an inquiry, to the minute, which the page shows. `receivedAt` is
 * ISO 8601 in UTC, `now` in ms since the epoch. For a repeat of more than half an hour, whose receipt would
 * soon or at once be too old, the time of the repeat.
 */
export function createReceiptAddress(receivedAt: string, now: number): string {
  const isRecent = isWithin(now - Date.parse(receivedAt), maxAgeMs / 2);
  const sentAt = isRecent ? receivedAt : toIso(now);
  return `/contact?sent=${sentAt.slice(0, 16)}Z#sent`;
}

/**
 * Parses `sent` of the address of a receipt. Returns ms since the epoch; undefined if it is no time such as
 * `2026-11-21T12:00Z`, more than an hour before `now`, or more than a minute after it.
 */
export function parseSentAt(sent: string | null, now: number): number | undefined {
  if (!sent || !/^\d{4}(?:-\d\d){2}T\d\d:\d\dZ$/.test(sent)) return undefined;
  const sentAt = Date.parse(sent);
  if (!isWithin(now - sentAt, maxAgeMs)) return undefined;
  // Date.parse takes February 30 for March 2.
  return toIso(sentAt).startsWith(sent.slice(0, 16)) ? sentAt : undefined;
}

const isWithin = (ageMs: number, maxMs: number) => ageMs >= -maxClockDifferenceMs && ageMs <= maxMs;
