import { randomBytes } from 'node:crypto';
import { RateLimiterMemory } from 'rate-limiter-flexible';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { parseRateLimits, type RateLimit } from '../../config/setting-values.ts';
import { createMemoryLimiters } from './memory-limiters.ts';
import {
  createRateLimiter,
  type RateLimiter,
  type RateLimitRejection,
  type Reservation,
} from './rate-limiter.ts';

const admitted = expect.objectContaining({ ok: true }) as object;

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function start(limits: string, hashKey: Buffer = randomBytes(32)) {
  const keys = new Set<string>();
  const { check, reserve } = createRateLimiter({
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
  return { check, reserve, countAdmitted, keys };
}

describe('the limit of one network', () => {
  it('rejects its further requests until the window ends, with the remaining seconds', async () => {
    const { check, countAdmitted } = start('3/min');
    expect(await countAdmitted(3)).toBe(3);
    expect(await countAdmitted(4, '203.0.113.8')).toBe(3);
    vi.advanceTimersByTime(20_500);
    expect(await check(['203.0.113.7'], null)).toMatchObject({ ok: false, retryAfterSeconds: 40 });
    vi.advanceTimersByTime(39_500);
    expect(await check(['203.0.113.7'], null)).toEqual(admitted);
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

  it('reports the first rejection', async () => {
    const { check, countAdmitted } = start('2/min');
    await countAdmitted(2);
    const rejections = [];
    for (let nth = 0; nth < 3; nth += 1) rejections.push(await check(['203.0.113.7'], null));
    expect(rejections).toMatchObject([
      { isGlobal: false, isFirstRejection: true },
      { isFirstRejection: false },
      { isFirstRejection: false },
    ]);
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
  const network = (nth: number) => [`198.51.${nth >> 8}.${nth & 255}`];
  const reserveAll = (count: number, reserve: RateLimiter['reserve']) =>
    Promise.all(Array.from({ length: count }, (_, nth) => reserve(network(nth))));
  const isReservation = (result: Reservation | RateLimitRejection) => result.ok;

  it('counts stored inquiries, and no other posts', async () => {
    const { check, reserve } = start('1/min');
    for (let nth = 0; nth < 400; nth += 1) expect((await check(network(nth), null)).ok).toBe(true);
    expect((await reserveAll(30, reserve)).every(isReservation)).toBe(true);
    expect(await reserve([])).toMatchObject({ ok: false, isGlobal: true, retryAfterSeconds: 60 });
    expect(await check(network(400), null)).toMatchObject(admitted);
  });

  it('is 30 times as high, for the shortest window only', async () => {
    const { reserve } = start('1/min,2/day');
    for (let minute = 0; minute < 3; minute += 1) {
      expect((await reserveAll(40, reserve)).filter(isReservation)).toHaveLength(30);
      vi.advanceTimersByTime(60_000);
    }
  });

  it('is not exceeded by parallel posts, and admits others for those that store nothing', async () => {
    const { reserve } = start('1/min');
    const results = await reserveAll(100, reserve);
    const reserved = results.filter((result) => result.ok);
    expect(reserved).toHaveLength(30);
    for (const { release } of reserved.slice(0, 4)) await release();
    expect((await reserveAll(100, reserve)).filter(isReservation)).toHaveLength(4);
  });

  it('is not exceeded by reservations of the previous window', async () => {
    const { reserve } = start('1/min');
    const results = await reserveAll(30, reserve);
    vi.advanceTimersByTime(60_000);
    for (const result of results) if (result.ok) await result.release();
    expect((await reserveAll(40, reserve)).filter(isReservation)).toHaveLength(30);
  });

  it('reports the first rejection of each window', async () => {
    const { reserve } = start('1/min');
    const firstRejections = async () => {
      const rejections = (await reserveAll(40, reserve)).filter((result) => !result.ok);
      return rejections.map(({ isFirstRejection }) => isFirstRejection);
    };
    expect(await firstRejections()).toEqual([true, ...Array<boolean>(9).fill(false)]);
    vi.advanceTimersByTime(60_000);
    expect(await firstRejections()).toEqual([true, ...Array<boolean>(9).fill(false)]);
  });
});

it('keeps few counters during a flood of addresses, which excludes nobody', async () => {
  const hashKey = randomBytes(32);
  const limits = parseRateLimits('2/min,4/day') as RateLimit[];
  const limiters: RateLimiterMemory[] = [];
  const createBounded = createMemoryLimiters(50);
  const { check, reserve } = createRateLimiter({
    limits,
    hashKey,
    createLimiter: (options) => {
      const limiter = createBounded(options);
      limiters.push(limiter as RateLimiterMemory);
      return limiter;
    },
  });
  for (let nth = 0; nth < 60; nth += 1) await reserve([]);
  for (let nth = 0; nth < 2000; nth += 1) {
    const flood =
      nth % 2 ? [`198.51.${nth}.1`] : [`2001:db8:${nth}:1::/64`, `2001:db8:${nth}::/48`];
    expect((await check(flood, `key-${nth}`)).ok).toBe(true);
    if (nth % 200 === 0) expect(await check(['203.0.113.7'], null)).toEqual(admitted);
  }
  const kept = limiters.flatMap((limiter) => limiter.dump().storage);
  expect(kept.length).toBeLessThanOrEqual(50);
  // The flood evicts no stored inquiry from the limit of all networks.
  expect(await reserve([])).toMatchObject({ ok: false, isGlobal: true });
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
  expect(keys).toEqual([hash, hash]);
  expect(await keysWith(Buffer.alloc(32, 1))).toEqual(keys);
  const others = await keysWith(Buffer.alloc(32, 2));
  expect(others.filter((key) => keys.includes(key))).toEqual([]);
});
