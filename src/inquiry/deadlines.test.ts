import { describe, expect, it } from 'vitest';
import { type Deadline, getDeadline, isLate } from './deadlines.ts';

const receivedAt = '2026-11-21T12:00:00.000Z';

describe('getDeadline', () => {
  it('requires a review of a new inquiry within 24 hours', () => {
    expect(getDeadline({ receivedAt, status: 'new' })).toEqual<Deadline>({
      kind: 'review',
      at: '2026-11-22T12:00:00.000Z',
    });
  });

  it('requires a response to a qualified inquiry within 48 hours of arrival', () => {
    expect(getDeadline({ receivedAt, status: 'reviewed', qualified: true })).toEqual<Deadline>({
      kind: 'response',
      at: '2026-11-23T12:00:00.000Z',
    });
  });

  it('returns nothing for the others', () => {
    expect(getDeadline({ receivedAt, status: 'reviewed', qualified: false })).toBeUndefined();
    expect(getDeadline({ receivedAt, status: 'responded', qualified: true })).toBeUndefined();
    expect(getDeadline({ receivedAt, status: 'declined', qualified: true })).toBeUndefined();
    expect(getDeadline({ receivedAt, status: 'spam', qualified: true })).toBeUndefined();
  });

  it('counts elapsed hours over a change of daylight saving time', () => {
    const beforeTheChange = { receivedAt: '2026-10-31T22:00:00.000Z', status: 'new' } as const;
    expect(getDeadline(beforeTheChange)?.at).toBe('2026-11-01T22:00:00.000Z');
  });
});

describe('isLate', () => {
  const due: Deadline = { kind: 'review', at: '2026-11-22T12:00:00.000Z' };

  it('is true after the deadline', () => {
    expect(isLate(due, Date.parse('2026-11-22T12:00:00.000Z'))).toBe(false);
    expect(isLate(due, Date.parse('2026-11-22T12:00:00.001Z'))).toBe(true);
  });
});
