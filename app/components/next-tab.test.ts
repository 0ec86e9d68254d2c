import { expect, test } from 'vitest';
import { nextTab } from './next-tab.ts';

test('the arrows go round at both ends', () => {
  expect(nextTab('ArrowRight', 0, 3)).toBe(1);
  expect(nextTab('ArrowRight', 2, 3)).toBe(0);
  expect(nextTab('ArrowLeft', 1, 3)).toBe(0);
  expect(nextTab('ArrowLeft', 0, 3)).toBe(2);
});

test('Home and End go to the first and the last tab', () => {
  expect(nextTab('Home', 2, 3)).toBe(0);
  expect(nextTab('End', 0, 3)).toBe(2);
});

test('Space chooses the tab that it is on', () => {
  expect(nextTab(' ', 1, 3)).toBe(1);
});

test('other keys are left to the browser', () => {
  expect(nextTab('ArrowDown', 0, 3)).toBeUndefined();
  expect(nextTab('Tab', 0, 3)).toBeUndefined();
});
