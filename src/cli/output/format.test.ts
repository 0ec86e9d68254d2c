import { describe, expect, it } from 'vitest';
import { formatContents, formatTimeLeft } from './format.ts';

it('formats the contents of a copy with one inquiry, or several', () => {
  const newestArrival = '2026-11-21T03:29:59.000Z';
  expect(formatContents({ inquiries: 1, newestArrival })).toBe(
    '1 inquiry, newest from 2026-11-21 03:29 UTC',
  );
  expect(formatContents({ inquiries: 1234 })).toBe('1,234 inquiries');
});

describe('formatTimeLeft', () => {
  const left = (from: string) => formatTimeLeft('2026-11-22T12:00:00.000Z', Date.parse(from));

  it('formats minutes, hours and days', () => {
    expect(left('2026-11-22T11:00:01Z')).toBe('in 59 min');
    expect(left('2026-11-22T11:00:00Z')).toBe('in 1 h');
    expect(left('2026-11-20T12:00:01Z')).toBe('in 47 h');
    expect(left('2026-11-20T12:00:00Z')).toBe('in 2 d');
  });

  it('formats overdue times', () => {
    expect(left('2026-11-22T12:00:00Z')).toBe('in 0 min');
    expect(left('2026-11-22T15:30:00Z')).toBe('3 h late');
  });
});
