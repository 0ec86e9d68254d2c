import { contact } from '../../content/contact.ts';
import { firm } from '../../content/firm.ts';
import { slaHours } from '../../inquiry/deadlines.ts';
import { formatDayAndTime } from '../../inquiry/format-time.ts';
import { getOfficeHours } from '../../inquiry/office-hours.ts';
import { getPromisedTimes } from '../../inquiry/promised-times.ts';

/** Texts of the arrival, the promised review and the promised answer: each a day or hours, and a time. */
export type ReceiptTimes = (readonly [day: string, time: string])[];

/** Returns the times of the receipt of an inquiry that arrived at `receivedAt` (ms since the epoch). */
export function getReceiptTimes(receivedAt: number): ReceiptTimes {
  const { reviewBy, responseBy, opensAt } = getPromisedTimes(receivedAt, getOfficeHours(firm));
  const opening = opensAt === undefined ? '' : describeOpening(opensAt);
  return [
    format(receivedAt),
    describePromise(reviewBy, slaHours.review, opening),
    describePromise(responseBy, slaHours.response, opening),
  ];
}

const format = (ms: number) => formatDayAndTime(firm, ms);

function describePromise(by: number | undefined, hours: number, opening: string): [string, string] {
  if (by === undefined) return [contact.outcome.within(hours), opening];
  const [day, time] = format(by);
  return [contact.outcome.by(day), time];
}

function describeOpening(opensAt: number): string {
  const [day, time] = format(opensAt);
  return contact.outcome.opens(day, time);
}
