import { describe, expect, it } from 'vitest';
import { toRateLimits } from './setting-values.ts';

describe('toRateLimits', () => {
  it('reads limits, the shortest stretch of time first', () => {
    expect(toRateLimits('50/day, 10/min')).toEqual([
      { submissions: 10, seconds: 60 },
      { submissions: 50, seconds: 86_400 },
    ]);
    expect(toRateLimits('1/SEC')).toEqual([{ submissions: 1, seconds: 1 }]);
    expect(toRateLimits('999999/hour')).toEqual([{ submissions: 999_999, seconds: 3600 }]);
  });

  it('reads off as no limits', () => {
    expect(toRateLimits('off')).toEqual([]);
    expect(toRateLimits('OFF')).toEqual([]);
  });

  it('refuses everything else', () => {
    expect(toRateLimits('0/min')).toBeUndefined();
    expect(toRateLimits('10')).toBeUndefined();
    expect(toRateLimits('10/week')).toBeUndefined();
    expect(toRateLimits('-1/min')).toBeUndefined();
    expect(toRateLimits('1.5/min')).toBeUndefined();
    expect(toRateLimits('10/min,')).toBeUndefined();
    expect(toRateLimits('10/min,20/min')).toBeUndefined();
    expect(toRateLimits('10/min;50/day')).toBeUndefined();
  });
});
