import { expect, it } from 'vitest';
import { formatDate, formatTime } from './format-time.ts';

// In New York the previous day.
const at = Date.parse('2026-11-22T02:00:00.000Z');

it('formats a date and a time in the time zone, not in UTC', () => {
  expect(formatDate('America/New_York', at)).toBe('Nov 21, 2026');
  expect(formatTime('America/New_York', at)).toBe('Sat, Nov 21, 2026, 9:00 PM EST');
});
