import { expect, it } from 'vitest';
import { contact } from '../../content/contact.ts';
import { firm } from '../../content/firm.ts';
import type { FormRejection } from '../../inquiry/form-errors.ts';
import { formatPlural } from '../../text/format-number.ts';
import { describeRejection } from './describe-rejection.ts';

const { rejected, kept, notKept, shorten, tryAgain, wait } = contact.errors;
const minutes = (count: number) => formatPlural(firm, wait.minutes, count);
const hours = (count: number) => formatPlural(firm, wait.hours, count);

it.each([
  [0, wait.unknown],
  [1, minutes(1)],
  [60, minutes(1)],
  [61, minutes(2)],
  [3000, minutes(50)],
  [3001, hours(1)],
  [3600, hours(1)],
  [3601, hours(2)],
  [12 * 3600, hours(12)],
  [12 * 3600 + 1, wait.day],
  [24 * 3600, wait.day],
])('a form that is limited for %d s may be sent again "%s"', (seconds, text) => {
  for (const reason of ['tooMany', 'tooManyOverall'] as const)
    expect(describeRejection(reason, seconds).detail).toBe(`${kept} ${tryAgain(text)}`);
});

it.each<[FormRejection, string, string]>([
  ['tooMany', rejected.tooMany, `${notKept} ${tryAgain(minutes(1))}`],
  ['tooManyOverall', rejected.tooManyOverall, `${notKept} ${tryAgain(minutes(1))}`],
  ['tooLarge', rejected.tooLarge, shorten],
  ['failed', rejected.failed, notKept],
])('a form that lost what was typed says so: %s', (reason, heading, detail) => {
  expect(describeRejection(reason, 60, false)).toEqual({ heading, detail });
});
