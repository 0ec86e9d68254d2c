import { expect, it } from 'vitest';
import { contact } from '../../content/contact.ts';
import { firm } from '../../content/firm.ts';
import { promisedHours } from '../../content/periods.ts';
import { getOfficeHours } from '../../inquiry/office-hours.ts';
import { getPromisedTimes } from '../../inquiry/promised-times.ts';
import { formatDayAndTime } from '../../text/format-time.ts';
import { getReceiptTimes } from './receipt-times.ts';

const { within, opens, orOpens } = contact.outcome;
const format = (ms: number) => formatDayAndTime(firm, ms);

/** Returns the first arrival, in steps of an hour, for which `fits` returns true. */
function findArrival(fits: (opensAtMs: number, reviewMs: number) => boolean): number {
  for (let hour = 0; hour < 24 * 14; hour += 1) {
    const receivedMs = Date.parse('2026-12-07T00:30:00Z') + hour * 3_600_000;
    const promised = getPromisedTimes(receivedMs, getOfficeHours(firm));
    const { reviewBy, opensAtMs = 0 } = promised;
    if (reviewBy === undefined && fits(opensAtMs, receivedMs + promisedHours.review * 3_600_000))
      return receivedMs;
  }
  throw new Error('The office is always open');
}

it.each([
  [
    'before the promised hours end',
    opens,
    (opensAtMs: number, reviewMs: number) => opensAtMs < reviewMs,
  ],
  [
    'after the promised hours',
    orOpens,
    (opensAtMs: number, reviewMs: number) => opensAtMs > reviewMs,
  ],
] as const)('a receipt says when the office opens %s', (_, describe, fits) => {
  const receivedMs = findArrival(fits);
  const { opensAtMs = 0 } = getPromisedTimes(receivedMs, getOfficeHours(firm));
  const [received, review] = getReceiptTimes(receivedMs);
  expect(received).toEqual(format(receivedMs));
  expect(review).toEqual([within(promisedHours.review), describe(...format(opensAtMs))]);
});
