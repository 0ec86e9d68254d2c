import { describe, expect, it } from 'vitest';
import { type Due, dueAt, urgencyOf } from './deadlines.ts';

const receivedAt = '2026-11-21T12:00:00.000Z';

describe('dueAt', () => {
  it('wants a new inquiry reviewed within 24 hours', () => {
    expect(dueAt({ receivedAt, status: 'new' })).toEqual({
      what: 'review',
      at: '2026-11-22T12:00:00.000Z',
    });
  });

  it('wants a qualified one answered within 48 hours of its arrival', () => {
    expect(dueAt({ receivedAt, status: 'reviewed', qualified: true })).toEqual({
      what: 'response',
      at: '2026-11-23T12:00:00.000Z',
    });
  });

  it('wants nothing more for the others', () => {
    expect(dueAt({ receivedAt, status: 'reviewed', qualified: false })).toBeUndefined();
    expect(dueAt({ receivedAt, status: 'responded', qualified: true })).toBeUndefined();
    expect(dueAt({ receivedAt, status: 'declined', qualified: true })).toBeUndefined();
    expect(dueAt({ receivedAt, status: 'spam', qualified: true })).toBeUndefined();
  });

  it('counts hours, also where clocks are changed', () => {
    const beforeTheChange = { receivedAt: '2026-10-31T22:00:00.000Z', status: 'new' } as const;
    expect(dueAt(beforeTheChange)?.at).toBe('2026-11-01T22:00:00.000Z');
  });
});

describe('urgencyOf', () => {
  const due: Due = { what: 'review', at: '2026-11-22T12:00:00.000Z' };
  const at = (time: string) => urgencyOf(due, Date.parse(time));

  it('is soon from 4 hours before the deadline on', () => {
    expect(at('2026-11-22T07:59:59.999Z')).toBe('later');
    expect(at('2026-11-22T08:00:00.000Z')).toBe('soon');
  });

  it('is late as soon as the deadline has passed', () => {
    expect(at('2026-11-22T12:00:00.000Z')).toBe('soon');
    expect(at('2026-11-22T12:00:00.001Z')).toBe('late');
  });
});
