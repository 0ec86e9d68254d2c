import { expect, it, onTestFinished, vi } from 'vitest';
import { createRecordedLog } from '../../tests/fixtures/recorded-log.ts';
import { watchStandstill } from './watch-standstill.ts';

/**
 * Watches for a minute in which one timer is `late` by some seconds. `clockSet`: seconds by which
 * the clock is set ahead meanwhile.
 */
function watchForAMinute({ late, clockSet = 0 }: { late: number; clockSet?: number }) {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const { log, text } = createRecordedLog();
  let uptime = 86_400;
  watchStandstill(log, () => uptime);
  const tick = (seconds: number) => {
    uptime += seconds;
    vi.advanceTimersByTime(1000);
  };
  for (let second = 0; second < 30; second += 1) tick(1);
  vi.setSystemTime(Date.now() + (late + clockSet) * 1000);
  tick(1 + late);
  for (let second = 0; second < 30; second += 1) tick(1);
  return text().match(/The process stood still for \d+ s/g) ?? [];
}

it.each([
  ['a standstill of 20 s, which began soon after a look', 19.1, 20],
  ['a standstill of 20 s, which began just before a look', 19.9, 20],
  ['a night of sleep', 8 * 3600 - 0.5, 28_800],
  ['the shortest that counts', 5, 6],
])('logs %s once', (_, late, seconds) => {
  expect(watchForAMinute({ late })).toEqual([`The process stood still for ${seconds} s`]);
});

it.each([
  ['an event loop that is busy for a second', { late: 1 }],
  ['an event loop that is busy for almost five seconds', { late: 4.9 }],
  ['a clock that is set ahead by an hour', { late: 0, clockSet: 3600 }],
  ['a clock that is set back by an hour', { late: 0, clockSet: -3600 }],
])('logs nothing for %s', (_, change) => {
  expect(watchForAMinute(change)).toEqual([]);
});
