import { expect, it } from 'vitest';
import { createLogLimit } from './log-limit.ts';

it('a thousand lines are logged in an hour', () => {
  let now = 5000;
  const isLogged = createLogLimit(() => now);
  const countLogged = () => Array.from({ length: 1500 }, isLogged).filter(Boolean).length;
  expect(countLogged()).toBe(1000);
  now += 60 * 60 * 1000 - 1;
  expect(countLogged()).toBe(0);
  now += 1;
  expect(countLogged()).toBe(1000);
});
