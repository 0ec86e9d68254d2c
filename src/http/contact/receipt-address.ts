import {
  dayMs,
  type EpochMs,
  hourMs,
  type IsoTime,
  minuteMs,
  toIso,
} from '../../text/format-time.ts';

/**
 * Maximum age of an address. After that, one from the history or a bookmark shows the contact page.
 */
const maxAgeMs = hourMs;

/**
 * Age after which a repeated post gets a new address, because the first one would soon be invalid.
 */
const maxFirstAgeMs = maxAgeMs / 2;

/** Maximum difference between the clocks of servers. */
const maxClockDifferenceMs = minuteMs;

/**
 * Creates the address of the receipt of an inquiry. `sent` is the time at which it was stored, to
 * the minute; the page derives the deadlines from it. For an inquiry that is sent again later,
 * `again` is the time of that post, from which the address is valid.
 */
export function createReceiptAddress(receivedAt: IsoTime, now: EpochMs): string {
  const sent = formatMinute(receivedAt);
  const isRecent = isWithin(now - Date.parse(receivedAt), maxFirstAgeMs);
  const again = isRecent ? '' : `&again=${formatMinute(toIso(now))}`;
  return `/contact?sent=${sent}${again}#sent`;
}

/**
 * Parses the address of a receipt. Returns the time at which the inquiry was stored. Returns
 * undefined if a time is not one such as `2026-11-21T12:00Z`; if the post was more than an hour
 * before `now` or more than a minute after it; or if a repeat is more than a day apart from the
 * first post.
 */
export function parseReceiptAddress(search: URLSearchParams, now: EpochMs): EpochMs | undefined {
  const sentAtMs = parseMinute(search.get('sent'));
  const again = search.get('again');
  const repeatedAtMs = again === null ? sentAtMs : parseMinute(again);
  if (sentAtMs === undefined || repeatedAtMs === undefined) return undefined;
  // After a day, the same content is a new inquiry.
  if (Math.abs(repeatedAtMs - sentAtMs) > dayMs) return undefined;
  return isWithin(now - repeatedAtMs, maxAgeMs) ? sentAtMs : undefined;
}

const formatMinute = (time: IsoTime) => `${time.slice(0, 16)}Z`;

/** Parses a time such as `2026-11-21T12:00Z`; undefined if it is not one. */
function parseMinute(text: string | null): EpochMs | undefined {
  if (!text || !/^\d{4}(?:-\d\d){2}T\d\d:\d\dZ$/.test(text)) return undefined;
  const timeMs = Date.parse(text);
  if (Number.isNaN(timeMs)) return undefined;
  // `Date.parse` reads February 30 as March 2.
  return formatMinute(toIso(timeMs)) === text ? timeMs : undefined;
}

const isWithin = (ageMs: number, maxMs: number) => ageMs >= -maxClockDifferenceMs && ageMs <= maxMs;
