import { toIso } from '../inquiry/to-iso.ts';

/** When few people write: after the hour that some clocks skip in spring. */
const quietTime = '03:00';

/** How long spam can be marked back, counted from the mark. */
export const spamKeptDays = 30;

/** The next quiet hour after `now` (ms since the epoch), by the clocks of `timeZone` (IANA name). */
export function nextEraseAt(now: number, timeZone: string): number {
  const today = Temporal.Instant.fromEpochMilliseconds(now)
    .toZonedDateTimeISO(timeZone)
    .toPlainDate();
  const at = (date: Temporal.PlainDate) =>
    date.toZonedDateTime({ timeZone, plainTime: quietTime }).epochMilliseconds;
  return at(today) > now ? at(today) : at(today.add({ days: 1 }));
}

/**
 * Inquiries that arrived before this time (ISO 8601 in UTC) are to be erased at `now`: those that
 * would be older than `months` by the next quiet hour, so that none ever is.
 */
export function expiredBefore(now: number, timeZone: string, months: number): string {
  const next = Temporal.Instant.fromEpochMilliseconds(nextEraseAt(now, timeZone));
  return next.toZonedDateTimeISO(timeZone).subtract({ months }).toInstant().toString({
    smallestUnit: 'millisecond',
  });
}

/** Spam that was marked before this time (ISO 8601 in UTC) is to be erased at `now`. */
export const spamExpiredBefore = (now: number): string =>
  toIso(now - spamKeptDays * 24 * 60 * 60 * 1000);
