const opens = '08:00';
const closes = '12:00';
const givenUp = '18:00';

/** The digest of one day: its date, and when it is due, in milliseconds since the epoch. */
export interface DigestTime {
  day: string;
  at: number;
}

/**
 * The digest that may be queued at `now`: from 8:00 until noon, Monday to Friday, by the clocks of
 * `timeZone` (IANA name). Who was not there in the morning is not told it at night.
 */
export function digestAt(now: number, timeZone: string): DigestTime | undefined {
  const date = dateOf(now, timeZone);
  const at = timeOn(date, opens, timeZone);
  const isOpen = isBusinessDay(date) && now >= at && now < timeOn(date, closes, timeZone);
  return isOpen ? { day: date.toString(), at } : undefined;
}

/** When the next digest is due, after `now`. */
export function nextDigestAt(now: number, timeZone: string): number {
  let date = dateOf(now, timeZone);
  while (!isBusinessDay(date) || timeOn(date, opens, timeZone) <= now) date = date.add({ days: 1 });
  return timeOn(date, opens, timeZone);
}

/** The last attempt at a day's digest that no mail server took. */
export const lastDigestAttemptAt = (day: string, timeZone: string): number =>
  timeOn(Temporal.PlainDate.from(day), givenUp, timeZone);

/** When a day begins, and the next one, in milliseconds since the epoch. */
export function spanOfDay(day: string, timeZone: string): { from: number; until: number } {
  const date = Temporal.PlainDate.from(day);
  const start = (of: Temporal.PlainDate) => of.toZonedDateTime(timeZone).epochMilliseconds;
  return { from: start(date), until: start(date.add({ days: 1 })) };
}

const dateOf = (ms: number, timeZone: string) =>
  Temporal.Instant.fromEpochMilliseconds(ms).toZonedDateTimeISO(timeZone).toPlainDate();

const timeOn = (date: Temporal.PlainDate, plainTime: string, timeZone: string) =>
  date.toZonedDateTime({ timeZone, plainTime }).epochMilliseconds;

const isBusinessDay = ({ dayOfWeek }: Temporal.PlainDate) => dayOfWeek <= 5;
