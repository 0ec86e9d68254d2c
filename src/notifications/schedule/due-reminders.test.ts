import { describe, expect, it } from 'vitest';
import { newYork as timeZone } from '../../../tests/fixtures/notification-fixture.ts';
import { weekdayHours } from '../../../tests/fixtures/weekday-hours.ts';
import type { Deadline } from '../../inquiry/deadlines.ts';
import type { Reminder } from '../../store/tables.ts';
import { toIso } from '../../text/format-time.ts';
import { isCurrent, reminderKinds } from '../messages/reminder.ts';
import { findDeadlines } from './due-reminders.ts';

/** Thanksgiving and the day after. */
const calendar = weekdayHours(timeZone, ['2026-11-26', '2026-11-27']);

/**
 * Returns a time of November 2026 in New York, such as "24T08:00" on a Tuesday, in ms since the
 * epoch.
 */
const toMs = (time: string) =>
  Temporal.PlainDateTime.from(`2026-11-${time}`).toZonedDateTime(timeZone).epochMilliseconds;

// The office is open from 8:00 to 18:00.
describe.each<
  [string, [kind: string, dueAt: string, now: string, reminder: Reminder | undefined][]]
>([
  [
    '4 hours before a deadline',
    [
      ['review', '24T15:00', '24T10:59:59.999', undefined],
      ['review', '24T15:00', '24T11:00', 'review-soon'],
      ['review', '24T15:00', '24T15:00', 'review-soon'],
      ['response', '24T15:00', '24T10:59:59.999', undefined],
      ['response', '24T15:00', '24T11:00', 'response-soon'],
    ],
  ],
  [
    'after a deadline in office hours',
    [
      ['review', '24T15:00', '24T15:00:00.001', 'review-late'],
      ['review', '24T15:00', '24T17:59', 'review-late'],
      ['review', '24T15:00', '25T08:00', undefined],
      ['response', '24T15:00', '24T15:00:00.001', 'response-late'],
    ],
  ],
  [
    'not after a deadline that passed while the office was closed',
    [
      ['review', '24T07:59:59.999', '24T08:00', undefined],
      ['review', '24T08:00', '24T08:00:00.001', 'review-late'],
    ],
  ],
  [
    'in the last hour, if the early one would come while the office is closed',
    [
      ['review', '24T23:00', '24T16:59:59.999', undefined],
      ['review', '24T23:00', '24T17:00', 'review-soon'],
      ['review', '25T11:59:59.999', '24T17:00', 'review-soon'],
      ['review', '25T12:00', '24T17:00', undefined],
      ['response', '30T11:59:59.999', '25T17:00', undefined],
    ],
  ],
  [
    'in the last hour, if the inquiry has arrived by then',
    [
      ['review', '26T17:00', '25T17:00', 'review-soon'],
      ['review', '26T17:00:00.001', '25T17:30', undefined],
      ['response', '27T17:00', '25T17:00', 'response-soon'],
      ['response', '27T17:00:00.001', '25T17:30', undefined],
    ],
  ],
])('the team is reminded %s', (_, cases) => {
  it.each(cases)('of a %s by %s, at %s: %s', (dueKind, dueAt, now, reminder) => {
    const found = reminderKinds.filter((kind) => {
      const { from, until } = findDeadlines(kind, toMs(now), calendar);
      return kind.startsWith(dueKind) && from <= toMs(dueAt) && toMs(dueAt) < until;
    });
    expect(found).toEqual(reminder ? [reminder] : []);
  });
});

describe('a queued reminder', () => {
  const kinds = ['review-soon', 'review-late'] as const;

  it.each<[now: string, sent: Reminder[]]>([
    ['24T11:00', ['review-soon']],
    ['24T15:00', ['review-soon']],
    ['24T15:00:00.001', ['review-late']],
    ['25T15:00', ['review-late']],
    ['25T15:00:00.001', []],
  ])('of a deadline at 24T15:00 is sent at %s: %j', (now, sent) => {
    const due: Deadline = { kind: 'review', at: toIso(toMs('24T15:00')) };
    expect(kinds.filter((kind) => isCurrent(kind, due, toMs(now)))).toEqual(sent);
  });

  it('is not sent of another step', () => {
    const due: Deadline = { kind: 'response', at: toIso(toMs('24T15:00')) };
    for (const now of ['24T15:00', '24T16:00'])
      expect(kinds.filter((kind) => isCurrent(kind, due, toMs(now)))).toEqual([]);
  });
});
