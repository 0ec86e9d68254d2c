import { describe, expect, it } from 'vitest';
import { spansBetween } from './spans-of-arrival.ts';

describe('the spans between two times', () => {
  it('are all ten days of all months, from that of the first to that of the last', () => {
    expect(spansBetween('2025-12-19T23:59:59.999Z', '2026-02-01T00:00:00.000Z')).toEqual([
      '2025-12-1',
      '2025-12-2',
      '2025-12-3',
      '2026-01-0',
      '2026-01-1',
      '2026-01-2',
      '2026-01-3',
      '2026-02-0',
    ]);
  });

  it('are one where both are in the same ten days', () => {
    const spans = spansBetween('2026-11-20T00:00:00.000Z', '2026-11-29T00:00:00.000Z');
    expect(spans).toEqual(['2026-11-2']);
  });

  it('are none where the last is before the first', () => {
    expect(spansBetween('2026-11-30T00:00:00.000Z', '2026-11-20T00:00:00.000Z')).toEqual([]);
  });
});
