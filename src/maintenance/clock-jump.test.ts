import { expect, it } from 'vitest';
import type { IsoTime } from '../text/format-time.ts';
import { advanceClock, type ClockState } from './clock-jump.ts';

const seenAt = '2026-11-21T12:00:00.000Z';
const pausedUntil = '2026-11-22T06:00:00.000Z';

it.each<[string, ClockState, IsoTime, IsoTime | undefined]>([
  ['pass', { seenAt }, '2026-11-21T13:00:00.000Z', undefined],
  ['stop for two days', { seenAt }, '2026-11-23T12:00:00.000Z', undefined],
  ['jump', { seenAt }, '2026-11-23T12:00:00.001Z', '2026-11-24T12:00:00.001Z'],
  ['pass in a pause', { seenAt, pausedUntil }, '2026-11-21T14:00:00.000Z', pausedUntil],
  [
    'stop in a pause',
    { seenAt, pausedUntil },
    '2026-11-21T15:00:00.000Z',
    '2026-11-22T09:00:00.000Z',
  ],
  ['go back a little', { seenAt, pausedUntil }, '2026-11-21T11:59:00.000Z', pausedUntil],
  ['are corrected', { seenAt, pausedUntil }, '2026-11-19T12:00:00.000Z', undefined],
  ['are past a pause', { seenAt, pausedUntil: seenAt }, '2026-11-21T15:00:00.000Z', undefined],
  [
    'jump again in a pause',
    { seenAt, pausedUntil },
    '2027-01-01T00:00:00.000Z',
    '2027-01-02T00:00:00.000Z',
  ],
])('clocks that %s', (_, state, now, expected) => {
  const next = advanceClock(state, Date.parse(now));
  expect(next).toEqual({ seenAt: now, ...(expected && { pausedUntil: expected }) });
});
