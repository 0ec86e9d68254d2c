import { describe, expect, it } from 'vitest';
import { expiredBefore, nextRetentionRunAt, spamExpiredBefore } from './retention-times.ts';

const newYork = 'America/New_York';
const ms = Date.parse;
const iso = (time: number) => new Date(time).toISOString();

describe('the quiet hour', () => {
  it('is 3:00 by the firm’s clocks, today or tomorrow', () => {
    expect(iso(nextRetentionRunAt(ms('2026-11-21T07:59:59.999Z'), newYork))).toBe(
      '2026-11-21T08:00:00.000Z',
    );
    expect(iso(nextRetentionRunAt(ms('2026-11-21T08:00:00.000Z'), newYork))).toBe(
      '2026-11-22T08:00:00.000Z',
    );
  });

  it('comes once on the days on which clocks change', () => {
    expect(iso(nextRetentionRunAt(ms('2026-03-07T12:00:00.000Z'), newYork))).toBe(
      '2026-03-08T07:00:00.000Z',
    );
    expect(iso(nextRetentionRunAt(ms('2026-10-31T12:00:00.000Z'), newYork))).toBe(
      '2026-11-01T08:00:00.000Z',
    );
  });
});

describe('what is too old', () => {
  it('is what would be older than that before the next look', () => {
    expect(expiredBefore(ms('2026-11-21T08:00:00.000Z'), newYork, 18)).toBe(
      '2025-05-22T07:00:00.000Z',
    );
  });

  it('is the same all day long, so that a restart finds nothing new', () => {
    const at = (time: string) => expiredBefore(ms(time), newYork, 1);
    expect(at('2026-11-21T08:00:00.000Z')).toBe(at('2026-11-22T07:59:59.999Z'));
  });

  it('counts from the end of a month that is shorter', () => {
    expect(expiredBefore(ms('2026-03-30T12:00:00.000Z'), newYork, 1)).toBe(
      '2026-02-28T08:00:00.000Z',
    );
  });

  it('is spam that was marked 30 days ago', () => {
    expect(spamExpiredBefore(ms('2026-11-21T08:00:00.000Z'))).toBe('2026-10-22T08:00:00.000Z');
  });
});
