import type { EpochMs } from '../text/format-time.ts';
import { isOfficeDay, type OfficeHours, weekdays } from './office-hours.ts';

/** Days on which the team gets e-mails: those on which the office opens. */
export type BusinessCalendar = Pick<OfficeHours, 'timeZone' | 'weekdays' | 'holidays'>;

export const toZoned = (ms: EpochMs, { timeZone }: BusinessCalendar): Temporal.ZonedDateTime =>
  Temporal.Instant.fromEpochMilliseconds(ms).toZonedDateTimeISO(timeZone);

const isBusinessDay = (date: Temporal.PlainDate, calendar: BusinessCalendar) =>
  isOfficeDay(weekdays[date.dayOfWeek - 1], date.toString(), calendar);

/** Finds the first business day after `date`, or the last one before it if `days` is -1. */
export function findBusinessDay(
  date: Temporal.PlainDate,
  calendar: BusinessCalendar,
  days: 1 | -1 = 1,
): Temporal.PlainDate {
  const next = date.add({ days });
  return isBusinessDay(next, calendar) ? next : findBusinessDay(next, calendar, days);
}

/** Hours of a business day in which the team gets reminders and digests. */
export interface TeamDay {
  /** Start, and time of the digest. */
  startsAtMs: EpochMs;
  endsAtMs: EpochMs;
}

/**
 * Returns the hours of a business day in which the team gets reminders and digests: 8:00 to 18:00.
 */
export function getTeamDay(date: Temporal.PlainDate, { timeZone }: BusinessCalendar): TeamDay {
  const toMs = (hour: number) =>
    date.toZonedDateTime({ timeZone, plainTime: { hour } }).epochMilliseconds;
  return { startsAtMs: toMs(8), endsAtMs: toMs(18) };
}

/** Finds the team's day at `ms`, or the next one. */
export function findTeamDay(ms: EpochMs, calendar: BusinessCalendar): TeamDay {
  const today = toZoned(ms, calendar).toPlainDate();
  const day = getTeamDay(today, calendar);
  if (isBusinessDay(today, calendar) && ms < day.endsAtMs) return day;
  return getTeamDay(findBusinessDay(today, calendar), calendar);
}
