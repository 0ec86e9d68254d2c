/** The calendar year that it is in `timeZone` (IANA name) at `nowMs`. */
export const yearIn = (timeZone: string, nowMs: number): number => zoned(timeZone, nowMs).year;

/** When that year ends: milliseconds since the epoch. */
export function whenYearEnds(timeZone: string, nowMs: number): number {
  const today = zoned(timeZone, nowMs).toPlainDate();
  const newYear = today.with({ month: 1, day: 1 }).add({ years: 1 });
  return newYear.toZonedDateTime(timeZone).epochMilliseconds;
}

const zoned = (timeZone: string, nowMs: number) =>
  Temporal.Instant.fromEpochMilliseconds(nowMs).toZonedDateTimeISO(timeZone);
