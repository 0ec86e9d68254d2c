/** Business days of the firm: Monday to Friday, except holidays. */
export interface BusinessCalendar {
  /** IANA name. */
  timeZone: string;
  /** Dates without a digest or reminder, such as 2026-12-25. */
  holidays: readonly string[];
}

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

/** Hours of a business day, in milliseconds since the epoch. The team is reminded in between. */
export interface OfficeDay {
  /** The time of the digest. */
  opensAt: number;
  closesAt: number;
}

/** Returns when the office opens and closes on a business day. */
export function getHours(date: Temporal.PlainDate, { timeZone }: BusinessCalendar): OfficeDay {
  const toMs = (hour: number) =>
    date.toZonedDateTime({ timeZone, plainTime: { hour } }).epochMilliseconds;
  return { opensAt: toMs(8), closesAt: toMs(18) };
}

/** Tells if the office is open at `ms` (since the epoch). */
export function isOfficeHour(ms: number, calendar: BusinessCalendar): boolean {
  const { opensAt } = findOfficeDay(ms, calendar);
  return ms >= opensAt;
}

/** Finds the hours of the office day at `ms` (since the epoch), or of the next one. */
export function findOfficeDay(ms: number, calendar: BusinessCalendar): OfficeDay {
  const today = toZoned(ms, calendar).toPlainDate();
  const hours = getHours(today, calendar);
  if (isBusinessDay(today, calendar) && ms < hours.closesAt) return hours;
  return getHours(findBusinessDay(today, calendar), calendar);
}
