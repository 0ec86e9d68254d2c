import { describe, expect, it } from 'vitest';
import { isLoopbackHost, parseRateLimits } from './setting-values.ts';

describe('parseRateLimits', () => {
  it('sorts limits by window, the shortest first', () => {
    expect(parseRateLimits('50/day, 10/min')).toEqual([
      { submissions: 10, seconds: 60 },
      { submissions: 50, seconds: 86_400 },
    ]);
    expect(parseRateLimits('1/SEC')).toEqual([{ submissions: 1, seconds: 1 }]);
    expect(parseRateLimits('999999/hour')).toEqual([{ submissions: 999_999, seconds: 3600 }]);
  });

  it('reads off as no limits', () => {
    expect(parseRateLimits('off')).toEqual([]);
    expect(parseRateLimits('OFF')).toEqual([]);
  });

  it('rejects everything else', () => {
    expect(parseRateLimits('0/min')).toBeUndefined();
    expect(parseRateLimits('10')).toBeUndefined();
    expect(parseRateLimits('10/week')).toBeUndefined();
    expect(parseRateLimits('-1/min')).toBeUndefined();
    expect(parseRateLimits('1.5/min')).toBeUndefined();
    expect(parseRateLimits('10/min,')).toBeUndefined();
    expect(parseRateLimits('10/min,20/min')).toBeUndefined();
    expect(parseRateLimits('10/min;50/day')).toBeUndefined();
  });
});

it('recognizes the names and addresses of this machine', () => {
  const ofThisMachine = ['localhost', 'Site.LOCALHOST', '127.0.0.1', '127.0.0.2', '::1', '[::1]'];
  expect(ofThisMachine.filter((host) => !isLoopbackHost(host))).toEqual([]);
  const others = ['localhost.example', 'mylocalhost', '128.0.0.1', '127.0.0.1.example', '::2'];
  expect(others.filter(isLoopbackHost)).toEqual([]);
});
