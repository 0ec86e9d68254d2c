import { randomBytes } from 'node:crypto';
import { RateLimiterMemory } from 'rate-limiter-flexible';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { parseRateLimits, type RateLimit } from '../../config/setting-values.ts';
import { createRateLimiter } from './rate-limiter.ts';

const admitted = { ok: true };

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function start(limits: string, hashKey: Buffer = randomBytes(32)) {
  const keys = new Set<string>();
  const { check } = createRateLimiter({
    limits: parseRateLimits(limits) as RateLimit[],
    hashKey,
    createLimiter: (options) => {
      const limiter = new RateLimiterMemory(options);
      const consume = limiter.consume.bind(limiter);
      limiter.consume = (key, ...rest) => (keys.add(String(key)), consume(key, ...rest));
      return limiter;
    },
  });
  const countAdmitted = async (times: number, network: string | string[] = '203.0.113.7') => {
    let count = 0;
    for (let nth = 0; nth < times; nth += 1)
      if ((await check(typeof network === 'string' ? [network] : network, null)).ok) count += 1;
    return count;
  };
  return { check, countAdmitted, keys };
}

describe('the limit of one network', () => {
  it('rejects further requests until the window ends, with the remaining seconds', async () => {
    const { check, countAdmitted } = start('3/min');
    expect(await countAdmitted(3)).toBe(3);
    vi.advanceTimersByTime(20_500);
    expect(await check(['203.0.113.7'], null)).toMatchObject({ ok: false, retryAfterSeconds: 40 });
    vi.advanceTimersByTime(39_500);
    expect(await check(['203.0.113.7'], null)).toEqual(admitted);
  });

  it('does not affect other networks', async () => {
    const { countAdmitted } = start('3/min');
    await countAdmitted(10);
    expect(await countAdmitted(3, '203.0.113.8')).toBe(3);
  });

  it('applies to each window', async () => {
    const { check, countAdmitted } = start('2/min,3/day');
    expect(await countAdmitted(3)).toBe(2);
    vi.advanceTimersByTime(60_000);
    expect(await countAdmitted(3)).toBe(1);
    vi.advanceTimersByTime(60_000);
    expect(await check(['203.0.113.7'], null)).toMatchObject({ retryAfterSeconds: 86_280 });
  });

  it('does not count requests against the day that the minute rejected', async () => {
    const { countAdmitted } = start('2/min,4/day');
    expect(await countAdmitted(100)).toBe(2);
    vi.advanceTimersByTime(60_000);
    expect(await countAdmitted(2)).toBe(2);
  });

  it('reports the first rejection and abusive clients', async () => {
    const { check, countAdmitted } = start('2/min');
    await countAdmitted(2);
    expect(await check(['203.0.113.7'], null)).toMatchObject({
      isGlobal: false,
      isFirstRejection: true,
      isAbusive: false,
    });
    expect(await check(['203.0.113.7'], null)).toMatchObject({
      isFirstRejection: false,
      isAbusive: false,
    });
    expect(await check(['203.0.113.7'], null)).toMatchObject({
      isFirstRejection: false,
      isAbusive: true,
    });
  });
});

it('limits an IPv6 /48 to five times as much as a /64 in it', async () => {
  const { countAdmitted } = start('2/min,4/day');
  const countIn = async (times: number, wide: string) => {
    let count = 0;
    for (let nth = 0; nth < times; nth += 1)
      count += await countAdmitted(3, [`${wide}:${nth}::/64`, `${wide}::/48`]);
    return count;
  };
  expect(await countIn(8, '2001:db8:1')).toBe(10);
  expect(await countIn(1, '2001:db8:2')).toBe(2);
  vi.advanceTimersByTime(60_000);
  expect(await countIn(8, '2001:db8:1')).toBe(10);
  vi.advanceTimersByTime(60_000);
  expect(await countIn(8, '2001:db8:1')).toBe(0);
});

describe('the limit of all networks', () => {
  it('is the only one without networks', async () => {
    const { countAdmitted } = start('1/min');
    expect(await countAdmitted(40, [])).toBe(30);
  });

  it('is 30 times as high, for the shortest window only', async () => {
    const { check, countAdmitted } = start('1/min,2/day');
    const flood = async (from: number) => {
      let count = 0;
      for (let nth = 0; nth < 40; nth += 1)
        count += await countAdmitted(1, `198.51.100.${from + nth}`);
      return count;
    };
    expect(await flood(0)).toBe(30);
    expect(await check(['203.0.113.7'], null)).toMatchObject({ ok: false, isGlobal: true });
    vi.advanceTimersByTime(60_000);
    expect(await countAdmitted(1, '203.0.113.7')).toBe(1);
    expect(await flood(100)).toBe(29);
  });

  it('stores nothing for rejected networks', async () => {
    const { countAdmitted, keys } = start('1/min');
    for (let nth = 0; nth < 30; nth += 1) await countAdmitted(1, `198.51.100.${nth}`);
    const before = keys.size;
    for (let nth = 30; nth < 99; nth += 1) await countAdmitted(1, `198.51.100.${nth}`);
    expect(keys.size).toBe(before);
  });
});

describe('an Idempotency-Key', () => {
  const network = ['203.0.113.7'];

  it('makes a limited number of repeats free', async () => {
    const { check } = start('2/min');
    const send = () => check(network, 'form-1');
    for (let nth = 0; nth < 6; nth += 1) expect(await send()).toEqual(admitted);
    expect(await check(network, 'form-2')).toEqual(admitted);
    expect(await send()).toMatchObject({ ok: false });
    expect(await check(network, 'form-2')).toEqual(admitted);
  });

  it('makes nothing free that was not admitted before from the same network', async () => {
    const { check } = start('1/min');
    expect(await check(network, 'form-1')).toEqual(admitted);
    expect(await check(network, 'form-2')).toMatchObject({ ok: false });
    expect(await check(network, 'form-2')).toMatchObject({ ok: false });
    expect(await check(['203.0.113.8'], null)).toEqual(admitted);
    expect(await check(['203.0.113.8'], 'form-1')).toMatchObject({ ok: false });
  });
});

it('stores addresses and keys only as keyed hashes', async () => {
  const keysWith = async (hashKey: Buffer) => {
    const { check, keys } = start('2/min', hashKey);
    await check(['203.0.113.7'], 'form-1');
    return [...keys];
  };
  const hash = expect.stringMatching(/^[\w-]{43}$/) as string;
  const keys = await keysWith(Buffer.alloc(32, 1));
  expect(keys).toEqual([hash, 'everyone', hash]);
  expect(await keysWith(Buffer.alloc(32, 1))).toEqual(keys);
  const others = await keysWith(Buffer.alloc(32, 2));
  expect(others.filter((key) => keys.includes(key))).toEqual(['everyone']);
});
