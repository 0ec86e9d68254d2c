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

/** Returns the times on the receipt of an inquiry that arrived at `receivedAt`. */
export function getReceiptTimes(receivedAt: EpochMs): ReceiptTimes {
  const { reviewBy, responseBy, opensAt } = getPromisedTimes(receivedAt, getOfficeHours(firm));
  return [
    format(receivedAt),
    reviewBy === undefined ? describeHours('review', receivedAt, opensAt) : describeTime(reviewBy),
    responseBy === undefined
      ? describeHours('response', receivedAt, opensAt)
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
  receivedAt: EpochMs,
  opensAt: EpochMs | undefined,
): [string, string] {
  const { within, opens, orOpens } = contact.outcome;
  const hours = within(promisedHours[kind]);
  if (opensAt === undefined) return [hours, ''];
  const [day, time] = format(opensAt);
  const isLate = opensLate(opensAt, kind, receivedAt);
  return [hours, isLate ? orOpens(day, time) : opens(day, time)];
}
