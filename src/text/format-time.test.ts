import { expect, it, onTestFinished, vi } from 'vitest';
import {
  dayMs,
  formatBriefly,
  formatDate,
  formatDayAndTime,
  formatMinute,
  formatTime,
  getRecentTimes,
} from './format-time.ts';
import { toTeamEnglish } from './locale-options.ts';

// Still the previous day in New York.
const at = Date.parse('2026-11-22T02:00:00.000Z');

it('formats a time in its time zone, with one formatter for each zone and style', () => {
  const create = vi.spyOn(Intl, 'DateTimeFormat');
  onTestFinished(() => create.mockRestore());
  const zones = ['Pacific/Honolulu', 'Asia/Kathmandu'];
  const format = () =>
    zones.map((timeZone) => [formatTime({ timeZone }, at), formatDate({ timeZone }, at)]);
  expect(format()).toEqual(format());
  expect(format()).toEqual([
    ['Sat, Nov 21, 2026, 4:00 PM HST', 'Nov 21, 2026'],
    ['Sun, Nov 22, 2026, 7:45 AM Nepal Time', 'Nov 22, 2026'],
  ]);
  // The fifth formatter is one with a shorter name of Nepal's zone.
  expect(create).toHaveBeenCalledTimes(5);
});

it('counts as recent what is within a duration before a time, and after it', () => {
  expect(getRecentTimes('2026-11-22T02:00:00.000Z', dayMs)).toEqual({
    since: '2026-11-21T02:00:00.000Z',
    until: '2026-11-23T02:00:00.000Z',
  });
});

it('formats a time within six days by its weekday, a later or earlier one by its date', () => {
  const format = (days: number, ms = 0) =>
    formatBriefly({ timeZone: 'America/New_York' }, at, at - days * dayMs + ms);
  expect([format(6, 1), format(-6, -1)]).toEqual(['Sat 9 PM', 'Sat 9 PM']);
  expect([format(6), format(6.5), format(-6)]).toEqual(Array(3).fill('Nov 21, 9 PM'));
});

it.each([
  [
    'en-US',
    'Tue, Nov 24, 2026, 4:00 PM Netherlands Time',
    'Nov 24, 2026',
    'Nov 24, 4:00 PM',
    'Tue 4 PM',
  ],
  ['en-GB', 'Tue, 24 Nov 2026, 16:00 CET', '24 Nov 2026', '24 Nov, 16:00', 'Tue 16:00'],
  ['en-IE', 'Tue 24 Nov 2026, 16:00 Netherlands Time', '24 Nov 2026', '24 Nov, 16:00', 'Tue 16:00'],
  ['nl-NL', 'di 24 nov 2026, 16:00 CET', '24 nov 2026', '24 nov, 16:00', 'di 16:00'],
])('formats a time in Amsterdam as in %s', (locale, time, date, minute, brief) => {
  const localeOptions = { locale, timeZone: 'Europe/Amsterdam' };
  const at = Date.parse('2026-11-24T15:00:00.000Z');
  expect(formatTime(localeOptions, at)).toBe(time);
  expect(formatDate(localeOptions, at)).toBe(date);
  expect(formatMinute(localeOptions, at)).toBe(minute);
  expect(formatBriefly(localeOptions, at, at)).toBe(brief);
  expect(formatDayAndTime(localeOptions, at).join(' ')).toContain(minute.split(', ')[0]);
});

it.each([
  ['en-GB', 'Europe/London', '2026-11-24T16:00Z', '16:00 GMT'],
  ['en-GB', 'Europe/London', '2026-07-24T16:00Z', '17:00 BST'],
  ['en-US', 'America/New_York', '2026-07-24T16:00Z', '12:00 PM ET'],
])('names the time zone in a word: %s, %s, %s', (locale, timeZone, time, expected) => {
  const [, text] = formatDayAndTime({ locale, timeZone }, Date.parse(time));
  expect(text).toBe(expected);
});

it.each([
  [undefined, 'en-US'],
  ['en-US', 'en-US'],
  ['en-IE', 'en-IE'],
  ['nl-NL', 'en-GB'],
  ['enm', 'en-GB'],
])('texts in English of a firm with the locale %s have the form of %s', (locale, english) => {
  const timeZone = 'Europe/Amsterdam';
  expect(toTeamEnglish({ locale, timeZone })).toEqual({ locale: english, timeZone });
});
