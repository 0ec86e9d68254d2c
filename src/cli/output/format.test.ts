import { expect, it } from 'vitest';
import { formatTimeLeft } from './format.ts';

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
