import { expect, it } from 'vitest';
import { formatPlural } from './plural.ts';

const fields = { one: () => 'a field', other: (count: string) => `${count} fields` };

it.each([
  [0, '0 fields'],
  [1, 'a field'],
  [1200, '1,200 fields'],
])('writes %d by its plural category', (count, text) => {
  expect(formatPlural(fields, count)).toBe(text);
});

it('writes each number in a language that has one category', () => {
  expect(formatPlural({ other: (count) => `字段 ${count}` }, 1)).toBe('字段 1');
});
