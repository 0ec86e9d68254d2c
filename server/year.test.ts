import { expect, it } from 'vitest';
import { whenYearEnds, yearIn } from './year.ts';

const boston = 'America/New_York';
const newYear = Date.parse('2027-01-01T00:00:00-05:00');

it('counts the year by the clock of the time zone', () => {
  expect(yearIn(boston, newYear - 1)).toBe(2026);
  expect(yearIn(boston, newYear)).toBe(2027);
  expect(yearIn('Europe/London', newYear - 1)).toBe(2027);
});

it('knows the moment of the next New Year', () => {
  expect(whenYearEnds(boston, Date.parse('2026-07-04T12:00:00Z'))).toBe(newYear);
  expect(whenYearEnds(boston, newYear - 1)).toBe(newYear);
  expect(whenYearEnds(boston, newYear)).toBe(Date.parse('2028-01-01T00:00:00-05:00'));
});
