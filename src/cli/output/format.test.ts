import { describe, expect, it } from 'vitest';
import { subtractAge, toAge } from '../option-values.ts';
import { formatTimeLeft } from './format.ts';

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

describe('subtractAge', () => {
  const now = Date.parse('2026-03-31T12:00:00Z');

  it('subtracts calendar days, months and years', () => {
    expect(subtractAge(now, toAge('30d'))).toBe('2026-03-01T12:00:00.000Z');
    expect(subtractAge(now, toAge('1mo'))).toBe('2026-02-28T12:00:00.000Z');
    expect(subtractAge(now, toAge('18mo'))).toBe('2024-09-30T12:00:00.000Z');
    expect(subtractAge(now, toAge('2y'))).toBe('2024-03-31T12:00:00.000Z');
  });
});
