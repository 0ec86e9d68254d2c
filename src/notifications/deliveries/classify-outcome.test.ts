import { expect, it } from 'vitest';
import { hour, start } from '../../../tests/fixtures/notification-fixture.ts';
import { dayMs, toIso } from '../../text/format-time.ts';
import { getNextAttemptMs } from './classify-outcome.ts';

it.each<[attempts: number, random: number, sinceFirstMs: number, delayMs: number | undefined]>([
  [1, 0, 0, 5000],
  [2, 0, 0, 10_000],
  [10, 0, 0, 2_560_000],
  [11, 0, 0, hour],
  [1, 1, 0, 2500],
  [100, 1, 0, hour / 2],
  [100, 0, 4 * dayMs - hour - 1, hour],
  [100, 0, 4 * dayMs - 1, 1],
  [100, 0, 4 * dayMs, undefined],
])(
  'the delay doubles up to an hour, with 50 percent jitter, for four days: %s, %s, %s → %s',
  (attempts, random, sinceFirstMs, delayMs) => {
    const clock = () => start + sinceFirstMs;
    const dependencies = { clock, random: () => random };
    const failed = { attempts, firstAttemptAt: toIso(start) };
    const next = getNextAttemptMs(dependencies, failed);
    expect(next && next - clock()).toBe(delayMs);
  },
);
