import { describe, expect, it } from 'vitest';
import { isLoopbackHost, parseRateLimits } from './setting-values.ts';

describe('parseRateLimits', () => {
  it('sorts limits by window, the shortest first', () => {
    expect(parseRateLimits('50/day, 10/min')).toEqual([
      { posts: 10, seconds: 60 },
      { posts: 50, seconds: 86_400 },
    ]);
    expect(parseRateLimits('1/SEC')).toEqual([{ posts: 1, seconds: 1 }]);
    expect(parseRateLimits('999999/hour')).toEqual([{ posts: 999_999, seconds: 3600 }]);
  });

  it('reads off as no limits, and rejects everything else', () => {
    expect(parseRateLimits('OFF')).toEqual([]);
    const others = ['0/min', '10', '10/week', '-1/min', '1.5/min', '10/min,', '10/min,20/min'];
    for (const text of [...others, '10/min;50/day']) expect(parseRateLimits(text)).toBeUndefined();
  });
});

it('recognizes the names and addresses of this machine', () => {
  const ofThisMachine = ['localhost', 'Site.LOCALHOST', '127.0.0.1', '127.0.0.2', '::1', '[::1]'];
  expect(ofThisMachine.filter((host) => !isLoopbackHost(host))).toEqual([]);
  const others = ['localhost.example', 'mylocalhost', '128.0.0.1', '127.0.0.1.example', '::2'];
  expect(others.filter(isLoopbackHost)).toEqual([]);
});
