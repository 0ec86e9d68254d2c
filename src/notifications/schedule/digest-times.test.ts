import { describe, expect, it } from 'vitest';
import {
  countBusinessDays,
  dayBounds,
  digestAt,
  isFirstOfWeek,
  nextDigest,
} from './digest-times.ts';

const newYork = 'America/New_York';
// Thanksgiving and the day after.
const holidays = ['2026-11-26', '2026-11-27'];
const calendar = { timeZone: newYork, holidays };
const hour = 60 * 60 * 1000;
const toMs = (time: string) => Date.parse(time);
const toTime = (ms: number) => new Date(ms).toISOString().slice(0, 16);

describe('the digest', () => {
  it('is due from 8:00 until noon in the time zone of the firm', () => {
    const monday = { day: '2026-11-23', at: toMs('2026-11-23T08:00-05:00') };
    expect(digestAt(toMs('2026-11-23T08:00-05:00') - 1, calendar)).toBeUndefined();
    expect(digestAt(toMs('2026-11-23T08:00-05:00'), calendar)).toEqual(monday);
    expect(digestAt(toMs('2026-11-23T12:00-05:00') - 1, calendar)).toEqual(monday);
    expect(digestAt(toMs('2026-11-23T12:00-05:00'), calendar)).toBeUndefined();
  });

  it('has the date of the firm, not that of UTC', () => {
    expect(
      digestAt(toMs('2026-11-24T09:00+13:00'), { timeZone: 'Pacific/Auckland', holidays })?.day,
    ).toBe('2026-11-24');
  });

  it('is due from Monday to Friday, and not on a holiday', () => {
    const days = ['20', '21', '22', '23', '25', '26', '27', '30'];
    const mornings = days.map((day) => toMs(`2026-11-${day}T09:00-05:00`));
    const due = mornings.map((now) => digestAt(now, calendar)?.day.slice(-2));
    expect(due).toEqual(['20', undefined, undefined, '23', '25', undefined, undefined, '30']);
  });

  it('is next due on the next business morning', () => {
    const next = (now: string) => toTime(nextDigest(toMs(now), calendar).at);
    expect(next('2026-11-20T07:59:59.999-05:00')).toBe('2026-11-20T13:00');
    expect(next('2026-11-20T08:00-05:00')).toBe('2026-11-23T13:00');
    expect(next('2026-11-22T23:00-05:00')).toBe('2026-11-23T13:00');
    expect(nextDigest(toMs('2026-11-25T08:00-05:00'), calendar)).toEqual({
      day: '2026-11-30',
      at: toMs('2026-11-30T08:00-05:00'),
    });
  });

  it('stays at 8:00 when the clocks change', () => {
    // In New York on the Sundays of March 8 and November 1, 2026.
    const next = (now: string) => toTime(nextDigest(toMs(now), calendar).at);
    expect(next('2026-03-06T00:00-05:00')).toBe('2026-03-06T13:00');
    expect(next('2026-03-06T09:00-05:00')).toBe('2026-03-09T12:00');
    expect(next('2026-10-30T00:00-04:00')).toBe('2026-10-30T12:00');
    expect(next('2026-10-30T09:00-04:00')).toBe('2026-11-02T13:00');
    // In Cairo on Friday, April 24, 2026.
    const cairo = { timeZone: 'Africa/Cairo', holidays };
    expect(toTime(nextDigest(toMs('2026-04-23T22:30Z'), cairo).at)).toBe('2026-04-24T05:00');
  });
});

it.each([
  ['a Monday', '2026-11-23', true],
  ['a Tuesday', '2026-11-24', false],
  ['the Friday after Thanksgiving', '2026-11-27', false],
  ['a Tuesday after a holiday', '2026-10-13', true],
  ['the Wednesday after it', '2026-10-14', false],
  ['a Friday, the only business day of its week', '2027-01-01', true],
])('the first digest of the week is on %s: %s, %s', (_, day, isFirst) => {
  const holidays = ['2026-10-12', '2026-11-26', '2027-01-18'];
  const closed = ['2026-12-28', '2026-12-29', '2026-12-30', '2026-12-31'];
  const calendar = { timeZone: 'Pacific/Auckland', holidays: [...holidays, ...closed] };
  expect(isFirstOfWeek(day, calendar)).toBe(isFirst);
});

it.each([
  ['the same day', '2026-11-23T07:00-05:00', '2026-11-23T23:59-05:00', 0],
  ['the next day', '2026-11-23T23:59-05:00', '2026-11-24T08:00-05:00', 1],
  ['two days later', '2026-11-23T23:59-05:00', '2026-11-25T08:00-05:00', 2],
  ['Friday to Monday', '2026-11-20T12:00-05:00', '2026-11-23T08:00-05:00', 1],
  ['Saturday to Tuesday', '2026-11-21T12:00-05:00', '2026-11-24T08:00-05:00', 2],
  ['over two holidays and a weekend', '2026-11-25T12:00-05:00', '2026-11-30T08:00-05:00', 1],
  ['the day of the firm, not of UTC', '2026-11-23T23:00-05:00', '2026-11-24T20:00-05:00', 1],
  ['backward', '2026-11-24T12:00-05:00', '2026-11-23T08:00-05:00', 0],
])('counts the business days from a day to another: %s', (_, from, until, count) => {
  expect(countBusinessDays(toMs(from), toMs(until), calendar)).toBe(count);
});

describe('the bounds of a day', () => {
  const lengthOf = (day: string, timeZone = newYork) => {
    const { from, until } = dayBounds(day, timeZone);
    return (until - from) / hour;
  };

  it('are midnight and midnight in the time zone of the firm', () => {
    expect(dayBounds('2026-11-23', newYork)).toEqual({
      from: toMs('2026-11-23T00:00-05:00'),
      until: toMs('2026-11-24T00:00-05:00'),
    });
  });

  it('are an hour closer or further apart when the clocks change', () => {
    expect(lengthOf('2026-03-08')).toBe(23);
    expect(lengthOf('2026-11-01')).toBe(25);
    // Midnight itself is skipped.
    expect(lengthOf('2026-04-24', 'Africa/Cairo')).toBe(23);
  });
});
