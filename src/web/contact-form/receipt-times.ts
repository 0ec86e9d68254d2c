import { contact } from '../../content/contact.ts';
import { firm } from '../../content/firm.ts';
import { promisedHours } from '../../content/periods.ts';
import type { DeadlineKind } from '../../inquiry/deadlines.ts';
import { getOfficeHours } from '../../inquiry/office-hours.ts';
import { getPromisedTimes, opensLate } from '../../inquiry/promised-times.ts';
import { type EpochMs, formatDayAndTime } from '../../text/format-time.ts';

/**
 * Texts for the arrival, the promised review and the promised response. A promise may be hours
 * instead of a day.
 */
export type ReceiptTimes = (readonly [day: string, time: string])[];

/** Returns the times on the receipt of an inquiry that arrived at `receivedMs`. */
export function getReceiptTimes(receivedMs: EpochMs): ReceiptTimes {
  const { reviewBy, responseBy, opensAtMs } = getPromisedTimes(receivedMs, getOfficeHours(firm));
  return [
    format(receivedMs),
    reviewBy === undefined
      ? describeHours('review', receivedMs, opensAtMs)
      : describeTime(reviewBy),
    responseBy === undefined
      ? describeHours('response', receivedMs, opensAtMs)
      : describeTime(responseBy),
  ];
}

const format = (ms: EpochMs) => formatDayAndTime(firm, ms);

function describeTime(by: EpochMs): [string, string] {
  const [day, time] = format(by);
  return [contact.outcome.by(day), time];
}

/** Describes a promise that ends while the office is closed: in hours, with the next opening. */
function describeHours(
  kind: DeadlineKind,
  receivedMs: EpochMs,
  opensAtMs: EpochMs | undefined,
): [string, string] {
  const { within, opens, orOpens } = contact.outcome;
  const hours = within(promisedHours[kind]);
  if (opensAtMs === undefined) return [hours, ''];
  const [day, time] = format(opensAtMs);
  const isLate = opensLate(opensAtMs, kind, receivedMs);
  return [hours, isLate ? orOpens(day, time) : opens(day, time)];
}
