const startTime = '08:00';
const endTime = '12:00';

/** When the firm works. */
export interface BusinessCalendar {
  /** IANA name. */
  timeZone: string;
  /** Dates without a digest, such as 2026-12-25. */
  holidays: readonly string[];
}

/** Date of a digest, and its due time in milliseconds since the epoch. */
export interface DigestTime {
  day: string;
  at: number;
}

/**
 * Returns the digest that may be queued at `now`: Monday to Friday except holidays, from 8:00 until
 * noon. A server that starts later skips the day.
 */
export function digestAt(now: number, calendar: BusinessCalendar): DigestTime | undefined {
  const { timeZone } = calendar;
  const date = toDate(now, timeZone);
  const at = toEpochMs(date, startTime, timeZone);
  const isOpen =
    isBusinessDay(date, calendar) && now >= at && now < toEpochMs(date, endTime, timeZone);
  return isOpen ? { day: date.toString(), at } : undefined;
}

/** Returns the first digest after `now`. */
export function nextDigest(now: number, calendar: BusinessCalendar): DigestTime {
  const { timeZone } = calendar;
  let date = toDate(now, timeZone);
  while (!isBusinessDay(date, calendar) || toEpochMs(date, startTime, timeZone) <= now)
    date = date.add({ days: 1 });
  return { day: date.toString(), at: toEpochMs(date, startTime, timeZone) };
}

/** Returns the due time of a day's digest. */
export const digestStart = (day: string, timeZone: string): number =>
  toEpochMs(Temporal.PlainDate.from(day), startTime, timeZone);

/** Returns whether no earlier day of the same calendar week, which begins on Monday, has a digest. */
export function isFirstOfWeek(day: string, calendar: BusinessCalendar): boolean {
  const date = Temporal.PlainDate.from(day);
  const monday = date.subtract({ days: date.dayOfWeek - 1 }).toString();
  return nextDigest(dayBounds(monday, calendar.timeZone).from, calendar).day === day;
}

/** Counts the days from that of `from` to that of `until`, in milliseconds since the epoch. */
export const countDays = (from: number, until: number, timeZone: string): number =>
  toDate(from, timeZone).until(toDate(until, timeZone)).days;

/** Counts the business days after the day of `from` until that of `until`, which is included. */
export function countBusinessDays(from: number, until: number, calendar: BusinessCalendar): number {
  const first = toDate(from, calendar.timeZone);
  const days = Math.max(countDays(from, until, calendar.timeZone), 0);
  const dates = Array.from({ length: days }, (_, index) => first.add({ days: index + 1 }));
  return dates.filter((date) => isBusinessDay(date, calendar)).length;
}

/** Returns the start of a day and of the next one, in milliseconds since the epoch. */
export function dayBounds(day: string, timeZone: string): { from: number; until: number } {
  const date = Temporal.PlainDate.from(day);
  const startOf = (day: Temporal.PlainDate) => day.toZonedDateTime(timeZone).epochMilliseconds;
  return { from: startOf(date), until: startOf(date.add({ days: 1 })) };
}

const toDate = (ms: number, timeZone: string) =>
  Temporal.Instant.fromEpochMilliseconds(ms).toZonedDateTimeISO(timeZone).toPlainDate();

const toEpochMs = (date: Temporal.PlainDate, plainTime: string, timeZone: string) =>
  date.toZonedDateTime({ timeZone, plainTime }).epochMilliseconds;

const isBusinessDay = (date: Temporal.PlainDate, { holidays }: BusinessCalendar) =>
  date.dayOfWeek <= 5 && !holidays.includes(date.toString());
