import { toIso } from '../inquiry/format-time.ts';

/** Outside daylight-saving gaps in most time zones. */
const runTime = '03:00';

/** Days for which spam is kept after it was marked, and the mark can be undone. */
export const spamRetentionDays = 30;

/** Returns the next 3:00 after `now` (ms since the epoch) in `timeZone` (IANA name). */
export function nextRetentionRunAt(now: number, timeZone: string): number {
  const today = Temporal.Instant.fromEpochMilliseconds(now)
    .toZonedDateTimeISO(timeZone)
    .toPlainDate();
  const at = (date: Temporal.PlainDate) =>
    date.toZonedDateTime({ timeZone, plainTime: runTime }).epochMilliseconds;
  return at(today) > now ? at(today) : at(today.add({ days: 1 }));
}

/**
 * Returns the cutoff (ISO 8601 in UTC): inquiries received earlier expire at `now`, because they
 * would be older than `months` by the next run.
 */
export function expiredBefore(now: number, timeZone: string, months: number): string {
  const next = Temporal.Instant.fromEpochMilliseconds(nextRetentionRunAt(now, timeZone));
  return next.toZonedDateTimeISO(timeZone).subtract({ months }).toInstant().toString({
    smallestUnit: 'millisecond',
  });
}

/** Returns the cutoff (ISO 8601 in UTC): spam marked earlier expires at `now`. */
export const spamExpiredBefore = (now: number): string =>
  toIso(now - spamRetentionDays * 24 * 60 * 60 * 1000);
