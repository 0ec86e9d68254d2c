import { expect, it } from 'vitest';
import type { OfficeHours } from './office-hours.ts';
import { getPromisedTimes } from './promised-times.ts';

const boston: OfficeHours = {
  timeZone: 'America/New_York',
  holidays: ['2026-11-26', '2026-12-25'],
  weekdays: ['Mon', 'Tue', 'Wed', 'Thu', 'Fri'],
  opens: '09:00',
  closes: '18:00',
};
const kathmandu: OfficeHours = {
  timeZone: 'Asia/Kathmandu',
  holidays: [],
  weekdays: ['Sun', 'Mon', 'Tue', 'Wed', 'Thu'],
  opens: '09:45',
  closes: '16:15',
};
const tenPast: OfficeHours = { ...boston, opens: '09:10' };
const never: OfficeHours = { ...boston, weekdays: [] };

it.each<[string, OfficeHours, string, Record<string, string | undefined>]>([
  [
    'both in office hours',
    boston,
    '2026-11-23T10:00-05:00',
    { reviewBy: '2026-11-24T10:00-05:00', responseBy: '2026-11-25T10:00-05:00' },
  ],
  [
    'neither, on a Friday',
    boston,
    '2026-11-27T10:00-05:00',
    { opensAtMs: '2026-11-30T09:00-05:00' },
  ],
  [
    'the answer alone, after a Saturday',
    boston,
    '2026-11-28T10:00-05:00',
    { responseBy: '2026-11-30T10:00-05:00', opensAtMs: '2026-11-30T09:00-05:00' },
  ],
  [
    'the answer alone, across a holiday',
    boston,
    '2026-11-25T17:59-05:00',
    { responseBy: '2026-11-27T17:59-05:00', opensAtMs: '2026-11-27T09:00-05:00' },
  ],
  [
    'the review alone, before a holiday and a weekend',
    boston,
    '2026-12-23T09:00-05:00',
    { reviewBy: '2026-12-24T09:00-05:00', opensAtMs: '2026-12-28T09:00-05:00' },
  ],
  [
    'neither, at the minute of closing',
    boston,
    '2026-11-23T18:00-05:00',
    { opensAtMs: '2026-11-24T09:00-05:00' },
  ],
  [
    'neither, a minute before opening',
    boston,
    '2026-11-23T08:59-05:00',
    { opensAtMs: '2026-11-23T09:00-05:00' },
  ],
  [
    'both after a Sunday',
    boston,
    '2026-11-22T10:00-05:00',
    { reviewBy: '2026-11-23T10:00-05:00', responseBy: '2026-11-24T10:00-05:00' },
  ],
  // Clocks are put forward on March 14, and back on November 1.
  [
    'the answer alone, when clocks are put forward',
    boston,
    '2027-03-13T17:00-05:00',
    { opensAtMs: '2027-03-15T09:00-04:00' },
  ],
  [
    'both in another zone and week',
    kathmandu,
    '2026-11-22T10:00+05:45',
    { reviewBy: '2026-11-23T10:00+05:45', responseBy: '2026-11-24T10:00+05:45' },
  ],
  [
    'neither in another week',
    kathmandu,
    '2026-11-26T16:30+05:45',
    { opensAtMs: '2026-11-29T09:45+05:45' },
  ],
  [
    'neither, if it opens between quarters of an hour',
    tenPast,
    '2026-11-27T10:00-05:00',
    { opensAtMs: '2026-11-30T09:10-05:00' },
  ],
  [
    'neither, in the minute before such an opening',
    tenPast,
    '2026-11-23T09:09-05:00',
    { opensAtMs: '2026-11-23T09:10-05:00' },
  ],
  [
    'neither, across the day on which clocks are put back',
    tenPast,
    '2026-10-30T17:30-04:00',
    { opensAtMs: '2026-11-02T09:10-05:00' },
  ],
  ['nothing, if it never opens', never, '2026-11-23T10:00-05:00', {}],
])('promises %s', (_, hours, receivedAt, expected) => {
  const promised = getPromisedTimes(Date.parse(receivedAt), hours);
  for (const name of ['reviewBy', 'responseBy', 'opensAtMs'] as const) {
    const time = expected[name];
    expect(promised[name], name).toBe(time === undefined ? undefined : Date.parse(time));
  }
});
