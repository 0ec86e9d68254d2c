/** Business days of the firm: Monday to Friday, except holidays. */
export interface BusinessCalendar {
  /** IANA name. */
  timeZone: string;
  /** Dates without a digest or reminder, such as 2026-12-25. */
  holidays: readonly string[];
}

/** Hours of a business day from which and until which the team is reminded. The digest opens the day. */
export const officeHours = { from: 8, until: 18 };

export const toZoned = (ms: number, { timeZone }: BusinessCalendar): Temporal.ZonedDateTime =>
  Temporal.Instant.fromEpochMilliseconds(ms).toZonedDateTimeISO(timeZone);

const isBusinessDay = (date: Temporal.PlainDate, { holidays }: BusinessCalendar) =>
  date.dayOfWeek <= 5 && !holidays.includes(date.toString());

/** Finds the first business day after `date`, or before it with a step of -1 day. */
export function findBusinessDay(
  date: Temporal.PlainDate,
  calendar: BusinessCalendar,
  days: 1 | -1 = 1,
): Temporal.PlainDate {
  const next = date.add({ days });
  return isBusinessDay(next, calendar) ? next : findBusinessDay(next, calendar, days);
}

/** Returns a full hour of a day, in milliseconds since the epoch. */
export const toHour = (
  date: Temporal.PlainDate,
  hour: number,
  { timeZone }: BusinessCalendar,
): number => date.toZonedDateTime({ timeZone, plainTime: { hour } }).epochMilliseconds;

/** Finds when the office day at `ms`, or the next one, opens and closes (ms since the epoch). */
export function findOfficeDay(ms: number, calendar: BusinessCalendar) {
  const date = toZoned(ms, calendar).toPlainDate();
  const isOver = ms >= toHour(date, officeHours.until, calendar);
  const isToday = isBusinessDay(date, calendar) && !isOver;
  const day = isToday ? date : findBusinessDay(date, calendar);
  return {
    opensAt: toHour(day, officeHours.from, calendar),
    closesAt: toHour(day, officeHours.until, calendar),
  };
}
