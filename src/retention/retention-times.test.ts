import { describe, expect, it } from 'vitest';
import { expiredBefore, nextRetentionRunAt, spamExpiredBefore } from './retention-job.ts';

const newYork = 'America/New_York';
const ms = Date.parse;
const iso = (time: number) => new Date(time).toISOString();

describe('the next retention run', () => {
  it('is at 3:00 in the firm’s time zone, today or tomorrow', () => {
    expect(iso(nextRetentionRunAt(ms('2026-11-21T07:59:59.999Z'), newYork))).toBe(
      '2026-11-21T08:00:00.000Z',
    );
    expect(iso(nextRetentionRunAt(ms('2026-11-21T08:00:00.000Z'), newYork))).toBe(
      '2026-11-22T08:00:00.000Z',
    );
  });

  it('is once a day when the clocks change', () => {
    expect(iso(nextRetentionRunAt(ms('2026-03-07T12:00:00.000Z'), newYork))).toBe(
      '2026-03-08T07:00:00.000Z',
    );
    expect(iso(nextRetentionRunAt(ms('2026-10-31T12:00:00.000Z'), newYork))).toBe(
      '2026-11-01T08:00:00.000Z',
    );
  });
});

describe('the cutoff of expired inquiries', () => {
  it('includes what would be too old before the next run', () => {
    expect(expiredBefore(ms('2026-11-21T08:00:00.000Z'), newYork, 18)).toBe(
      '2025-05-22T07:00:00.000Z',
    );
  });

  it('is the same all day, so that a restart deletes nothing more', () => {
    const at = (time: string) => expiredBefore(ms(time), newYork, 1);
    expect(at('2026-11-21T08:00:00.000Z')).toBe(at('2026-11-22T07:59:59.999Z'));
  });

  it('is the last day of a shorter month', () => {
    expect(expiredBefore(ms('2026-03-30T12:00:00.000Z'), newYork, 1)).toBe(
      '2026-02-28T08:00:00.000Z',
    );
  });

  it('is 30 days ago for spam', () => {
    expect(spamExpiredBefore(ms('2026-11-21T08:00:00.000Z'))).toBe('2026-10-22T08:00:00.000Z');
  });
});
