import type { Firm } from '../content/firm.ts';
import { slaMs } from './deadlines.ts';
import { createFormatters, dayMs, minuteMs } from './format-time.ts';

/** When an inquiry is reviewed and answered, as visitors are told: no hour while the office is closed. */
export interface PromisedTimes {
  /** Ms since the epoch; undefined if the office is closed then. */
  reviewBy: number | undefined;
  responseBy: number | undefined;
  /**
   * When the office opens next, if it is closed at a promised time: after the arrival, or, if it is open
   * then, after the first such time.
   */
  opensAt: number | undefined;
}

/** Hours of the office, in its time zone. */
export interface OfficeHours {
  /** IANA name. */
  timeZone: string;
  /** Dates on which it is closed, such as 2026-12-25. */
  holidays: readonly string[];
  /** Names of days, such as "Mon". */
  weekdays: readonly string[];
  /** Such as "09:00". */
  from: string;
  to: string;
}

const defaultHours = { weekdays: ['Mon', 'Tue', 'Wed', 'Thu', 'Fri'], from: '09:00', to: '18:00' };

export function getOfficeHours(firm: Pick<Firm, 'timeZone' | 'holidays' | 'hours'>): OfficeHours {
  const { weekdays, from, to } = firm.hours.open ?? defaultHours;
  return { timeZone: firm.timeZone, holidays: firm.holidays, weekdays, from, to };
}

/** Returns what an inquirer is promised for an inquiry that arrived at `receivedAt` (ms since the epoch). */
export function getPromisedTimes(receivedAt: number, hours: OfficeHours): PromisedTimes {
  const reviewAt = receivedAt + slaMs.review;
  const responseAt = receivedAt + slaMs.response;
  const isReviewOpen = isOfficeOpen(reviewAt, hours);
  const isResponseOpen = isOfficeOpen(responseAt, hours);
  return {
    reviewBy: isReviewOpen ? reviewAt : undefined,
    responseBy: isResponseOpen ? responseAt : undefined,
    opensAt:
      isReviewOpen && isResponseOpen
        ? undefined
        : findOpeningAfter([receivedAt, reviewAt, responseAt], hours),
  };
}

/** Finds when the office opens after the first of these times at which it is closed; undefined if it never is. */
function findOpeningAfter(times: number[], hours: OfficeHours): number | undefined {
  const closedAt = times.find((ms) => !isOfficeOpen(ms, hours));
  return closedAt === undefined ? undefined : findOpening(closedAt, hours);
}

/** Tells if the office is open at `ms` (since the epoch). */
export function isOfficeOpen(ms: number, hours: OfficeHours): boolean {
  const { weekday, date, time } = toLocalTime(ms, hours.timeZone);
  const isOpenDay = hours.weekdays.includes(weekday) && !hours.holidays.includes(date);
  return isOpenDay && time >= hours.from && time < hours.to;
}

/** The time zones of the world, and office hours, begin at quarters of an hour. */
const stepMs = 15 * minuteMs;
const maxSteps = (30 * dayMs) / stepMs;

/** Finds when the office opens after `ms` (since the epoch); undefined if it is closed for a month. */
function findOpening(ms: number, hours: OfficeHours): number | undefined {
  let at = Math.ceil(ms / stepMs) * stepMs;
  for (let step = 0; step < maxSteps; step += 1) {
    if (isOfficeOpen(at, hours)) return at;
    at += stepMs;
  }
  return undefined;
}

interface LocalTime {
  /** Such as "Mon". */
  weekday: string;
  /** Such as 2026-11-23. */
  date: string;
  /** Such as "09:00". */
  time: string;
}

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
  for (const { type, value } of getFormatter(timeZone).formatToParts(ms)) parts[type] = value;
  const { weekday = '', year, month, day, hour, minute } = parts;
  return { weekday, date: `${year}-${month}-${day}`, time: `${hour}:${minute}` };
}
