import { expect, it } from 'vitest';
import { formatContents, formatTimeLeft } from './format.ts';

it('formats the contents of a copy with one inquiry, or several', () => {
  const newestArrival = '2026-11-21T03:29:59.000Z';
  expect(formatContents({ inquiries: 1, newestArrival })).toBe(
    '1 inquiry, newest from 2026-11-21 03:29 UTC',
  );
  expect(formatContents({ inquiries: 1234 })).toBe('1,234 inquiries');
});

it.each([
  ['2026-11-22T11:00:01Z', 'in 59 min'],
  ['2026-11-22T11:00:00Z', 'in 1 h'],
  ['2026-11-20T12:00:01Z', 'in 47 h'],
  ['2026-11-20T12:00:00Z', 'in 2 d'],
  ['2026-11-22T12:00:00Z', 'in 0 min'],
  ['2026-11-22T15:30:00Z', '3 h late'],
])('formats the time left until noon of November 22: %s, %s', (now, left) => {
  expect(formatTimeLeft('2026-11-22T12:00:00.000Z', Date.parse(now))).toBe(left);
});
