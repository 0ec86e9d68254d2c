import { expect, it } from 'vitest';
import { createMemoryLimiters } from './memory-limiters.ts';

it('keeps a number of counters in all limiters, and forgets the least recently used first', async () => {
  const createLimiter = createMemoryLimiters(3);
  const minute = createLimiter({ keyPrefix: 'one-60', points: 9, duration: 60 });
  const day = createLimiter({ keyPrefix: 'one-86400', points: 9, duration: 86_400 });
  const consumed = async () =>
    Promise.all(
      [minute, day].map(async (limiter) =>
        Promise.all(
          ['a', 'b', 'c'].map(async (key) => (await limiter.get(key))?.consumedPoints ?? 0),
        ),
      ),
    );
  await minute.consume('a');
  await minute.consume('b');
  await day.consume('a');
  await minute.consume('a');
  expect(await consumed()).toEqual([
    [2, 1, 0],
    [1, 0, 0],
  ]);
  await day.consume('c');
  expect(await consumed()).toEqual([
    [2, 0, 0],
    [1, 0, 1],
  ]);
  await day.consume('b');
  expect(await consumed()).toEqual([
    [2, 0, 0],
    [0, 1, 1],
  ]);
});
