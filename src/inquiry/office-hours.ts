import type { Firm } from '../content/firm.ts';
import { createFormatters } from './format-time.ts';

/** Hours of the office, in its time zone. */
export interface OfficeHours {
  /** IANA name. */
  timeZone: string;
  /** Dates on which it is closed, such as 2026-12-25. */
  holidays: readonly string[];
  weekdays: readonly Weekday[];
  /** Such as "09:00". */
  opens: string;
  closes: string;
}

type Weekday = NonNullable<Firm['hours']['open']>['weekdays'][number];

/** From Monday, as ISO 8601 counts. */
export const weekdays: readonly Weekday[] = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'];

const defaultHours = { weekdays: weekdays.slice(0, 5), from: '09:00', to: '18:00' };

export function getOfficeHours(firm: Pick<Firm, 'timeZone' | 'holidays' | 'hours'>): OfficeHours {
  const { weekdays, from, to } = firm.hours.open ?? defaultHours;
  const { timeZone, holidays } = firm;
  return { timeZone, holidays, weekdays, opens: from, closes: to };
}

/** Tells if the office is open at `ms` (since the epoch). */
export function isOfficeOpen(ms: number, hours: OfficeHours): boolean {
  const { weekday, date, time } = toLocalTime(ms, hours.timeZone);
  return isOfficeDay(weekday, date, hours) && time >= hours.opens && time < hours.closes;
}

/** Tells if the office opens on a day, such as "Mon" and 2026-11-23. */
export function isOfficeDay(
  weekday: Weekday | undefined,
  date: string,
  { weekdays, holidays }: Pick<OfficeHours, 'weekdays' | 'holidays'>,
): boolean {
  return weekday !== undefined && weekdays.includes(weekday) && !holidays.includes(date);
}

interface LocalTime {
  weekday: Weekday | undefined;
  /** Such as 2026-11-23. */
  date: string;
  /** Such as "09:00". */
  time: string;
}

/** In en-US, whose names of days are those of `weekdays`. */
const getFormatter = createFormatters({
  weekday: 'short',
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
});

/** Reads a time (ms since the epoch) in a time zone. Browsers without Temporal run it, too. */
function toLocalTime(ms: number, timeZone: string): LocalTime {
  const parts: Record<string, string> = {};
  for (const { type, value } of getFormatter({ timeZone }).formatToParts(ms)) parts[type] = value;
  const { year, month, day, hour, minute } = parts;
  return {
    weekday: weekdays.find((name) => name === parts['weekday']),
    date: `${year}-${month}-${day}`,
    time: `${hour}:${minute}`,
  };
}
