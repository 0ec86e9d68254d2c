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
function findArrival(fits: (opensAt: number, reviewAt: number) => boolean): number {
  for (let hour = 0; hour < 24 * 14; hour += 1) {
    const receivedAt = Date.parse('2026-12-07T00:30:00Z') + hour * 3_600_000;
    const promised = getPromisedTimes(receivedAt, getOfficeHours(firm));
    const { reviewBy, opensAt = 0 } = promised;
    if (reviewBy === undefined && fits(opensAt, receivedAt + promisedHours.review * 3_600_000))
      return receivedAt;
  }
  throw new Error('The office is always open');
}

it.each([
  [
    'before the promised hours end',
    opens,
    (opensAt: number, reviewAt: number) => opensAt < reviewAt,
  ],
  ['after the promised hours', orOpens, (opensAt: number, reviewAt: number) => opensAt > reviewAt],
] as const)('a receipt says when the office opens %s', (_, describe, fits) => {
  const receivedAt = findArrival(fits);
  const { opensAt = 0 } = getPromisedTimes(receivedAt, getOfficeHours(firm));
  const [received, review] = getReceiptTimes(receivedAt);
  expect(received).toEqual(format(receivedAt));
  expect(review).toEqual([within(promisedHours.review), describe(...format(opensAt))]);
});
