import {
  dayMs,
  type EpochMs,
  hourMs,
  type IsoTime,
  minuteMs,
  toIso,
} from '../../text/format-time.ts';

/** Later, an address from a history or bookmark shows the contact page. */
const maxAgeMs = hourMs;

/** After this time, a repeated post needs a new address, as the first one would be valid for too short. */
const maxFirstAgeMs = maxAgeMs / 2;

/** Clocks of several servers differ. */
const maxClockDifferenceMs = minuteMs;

/**
 * Creates the address of the receipt of an inquiry. `sent` is the time at which it was stored, to the minute,
 * from which the page derives the deadlines. An inquiry that is sent again later adds the time of that post as
 * `again`, from which the address is valid.
 */
export function createReceiptAddress(receivedAt: IsoTime, now: EpochMs): string {
  const sent = formatMinute(receivedAt);
  const isRecent = isWithin(now - Date.parse(receivedAt), maxFirstAgeMs);
  const again = isRecent ? '' : `&again=${formatMinute(toIso(now))}`;
  return `/contact?sent=${sent}${again}#sent`;
}

/**
 * Parses the address of a receipt. Returns the time at which the inquiry was stored; undefined if a time
 * is not one such as `2026-11-21T12:00Z`, if the post was more than an hour before `now` or more than a
 * minute after it, or if a repeat is a day or more apart from the first post.
 */
export function parseReceiptAddress(search: URLSearchParams, now: EpochMs): EpochMs | undefined {
  const sentAt = parseMinute(search.get('sent'));
  const again = search.get('again');
  const repeatedAt = again === null ? sentAt : parseMinute(again);
  if (sentAt === undefined || repeatedAt === undefined) return undefined;
  // A day later, the same words are a new inquiry.
  if (Math.abs(repeatedAt - sentAt) > dayMs) return undefined;
  return isWithin(now - repeatedAt, maxAgeMs) ? sentAt : undefined;
}

const formatMinute = (time: IsoTime) => `${time.slice(0, 16)}Z`;

/** Parses a time such as `2026-11-21T12:00Z`; undefined if it is none. */
function parseMinute(text: string | null): EpochMs | undefined {
  if (!text || !/^\d{4}(?:-\d\d){2}T\d\d:\d\dZ$/.test(text)) return undefined;
  const time = Date.parse(text);
  if (Number.isNaN(time)) return undefined;
  // Date.parse takes February 30 for March 2.
  return formatMinute(toIso(time)) === text ? time : undefined;
}

const isWithin = (ageMs: number, maxMs: number) => ageMs >= -maxClockDifferenceMs && ageMs <= maxMs;
