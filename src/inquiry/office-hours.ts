import type { Firm } from '../content/firm.ts';
import { createFormatters, dayMs, type EpochMs, toIso } from '../text/format-time.ts';

/** Office hours in the time zone of the office. */
export interface OfficeHours {
  /** IANA name. */
  timeZone: string;
  /** Dates on which the office is closed, such as 2026-12-25. */
  holidays: readonly string[];
  weekdays: readonly Weekday[];
  /** Such as "09:00". */
  opens: string;
  closes: string;
}

type Weekday = Firm['hours']['open']['weekdays'][number];

/** Names of the weekdays from Monday, the first day of ISO 8601. */
export const weekdays: readonly Weekday[] = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'];

export function getOfficeHours(firm: Pick<Firm, 'timeZone' | 'holidays' | 'hours'>): OfficeHours {
  const { weekdays, from, to } = firm.hours.open;
  const { timeZone, holidays } = firm;
  return { timeZone, holidays, weekdays, opens: from, closes: to };
}

/**
 * Describes that a list of holidays ends less than `ms` after `now`. Undefined if it does not, or
 * is empty.
 */
export function describeEndOfHolidays(
  holidays: readonly string[],
  now: EpochMs,
  ms: number,
): string | undefined {
  const last = holidays.toSorted().at(-1);
  if (last === undefined || Date.parse(last) >= now + ms) return undefined;
  return `firm.holidays ends on ${last}: promised times and reminders take later holidays for business days`;
}

/** Tells if the office is open at `ms`. */
export function isOfficeOpen(ms: EpochMs, hours: OfficeHours): boolean {
  const { weekday, date, time } = toLocalTime(ms, hours.timeZone);
  return isOfficeDay(weekday, date, hours) && time >= hours.opens && time < hours.closes;
}

/** Tells if a day is a business day. `weekday`: such as "Mon". `date`: such as 2026-11-23. */
export function isOfficeDay(
  weekday: Weekday | undefined,
  date: string,
  { weekdays, holidays }: Pick<OfficeHours, 'weekdays' | 'holidays'>,
): boolean {
  return weekday !== undefined && weekdays.includes(weekday) && !holidays.includes(date);
}

/** Maximum closure in days for which the next opening is searched. */
const maxClosedDays = 30;

/**
 * Finds the next opening after `ms`, when the office is closed. Undefined if there is none in
 * `maxClosedDays`.
 */
export function findOpening(ms: EpochMs, hours: OfficeHours): EpochMs | undefined {
  const today = Date.parse(toLocalTime(ms, hours.timeZone).date);
  for (let day = 0; day <= maxClosedDays; day += 1) {
    const date = toIso(today + day * dayMs).slice(0, 10);
    const opening = findOpeningOn(date, hours);
    if (opening !== undefined && opening > ms) return opening;
  }
  return undefined;
}

/** Returns the opening on a date such as 2026-11-23; undefined if the office stays closed. */
function findOpeningOn(date: string, hours: OfficeHours): EpochMs | undefined {
  const opensAsUtc = Date.parse(`${date}T${hours.opens}Z`);
  // The clocks may change on this day. Its morning has the offset of the day before or of the day
  // after.
  const offsets = [opensAsUtc - dayMs, opensAsUtc + dayMs].map((ms) =>
    getOffset(ms, hours.timeZone),
  );
  const largest = Math.max(...offsets);
  const smallest = Math.min(...offsets);
  return [opensAsUtc - largest, opensAsUtc - smallest].find((ms) => isOfficeOpen(ms, hours));
}

/** Returns the offset of a time zone from UTC in ms. `ms` must be a full minute. */
function getOffset(ms: EpochMs, timeZone: string): number {
  const { date, time } = toLocalTime(ms, timeZone);
  return Date.parse(`${date}T${time}Z`) - ms;
}

interface LocalTime {
  weekday: Weekday | undefined;
  /** Such as 2026-11-23. */
  date: string;
  /** Such as "09:00". */
  time: string;
}

/** Formatter in en-US, which spells the weekdays as `weekdays` does. */
const getFormatter = createFormatters({
  weekday: 'short',
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
});

/** Converts a time to local time. Browsers without Temporal run this, too. */
function toLocalTime(ms: EpochMs, timeZone: string): LocalTime {
  const parts: Record<string, string> = {};
  for (const { type, value } of getFormatter({ timeZone }).formatToParts(ms)) parts[type] = value;
  const { year, month, day, hour, minute } = parts;
  return {
    weekday: weekdays.find((name) => name === parts['weekday']),
    date: `${year}-${month}-${day}`,
    time: `${hour}:${minute}`,
  };
}
