import { expect, it, onTestFinished, vi } from 'vitest';
import { dayMs, formatBriefly, formatDate, formatTime, getRecentTimes } from './format-time.ts';

// In New York the previous day.
const at = Date.parse('2026-11-22T02:00:00.000Z');

it('formats a time in its time zone, with one formatter for each zone and style', () => {
  const create = vi.spyOn(Intl, 'DateTimeFormat');
  onTestFinished(() => create.mockRestore());
  const zones = ['Pacific/Honolulu', 'Asia/Kathmandu'];
  const format = () => zones.map((zone) => [formatTime(zone, at), formatDate(zone, at)]);
  expect(format()).toEqual(format());
  expect(format()).toEqual([
    ['Sat, Nov 21, 2026, 4:00 PM HST', 'Nov 21, 2026'],
    ['Sun, Nov 22, 2026, 7:45 AM Nepal Time', 'Nov 22, 2026'],
  ]);
  expect(create).toHaveBeenCalledTimes(4);
});

it('counts as recent what is within a duration before a time, and after it', () => {
  expect(getRecentTimes('2026-11-22T02:00:00.000Z', dayMs)).toEqual({
    since: '2026-11-21T02:00:00.000Z',
    until: '2026-11-23T02:00:00.000Z',
  });
});

it('formats a time within six days by its weekday, a later or earlier one by its date', () => {
  const format = (days: number, ms = 0) =>
    formatBriefly('America/New_York', at, at - days * dayMs + ms);
  expect([format(6, 1), format(-6, -1)]).toEqual(['Sat 9 PM', 'Sat 9 PM']);
  expect([format(6), format(6.5), format(-6)]).toEqual(Array(3).fill('Nov 21, 9 PM'));
});
