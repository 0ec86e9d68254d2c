import { randomBytes } from 'node:crypto';
import { RateLimiterMemory } from 'rate-limiter-flexible';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type RateLimit, parseRateLimits } from '../../config/setting-values.ts';
import { createRateLimiter } from './rate-limiter.ts';

const admitted = { ok: true };

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function start(limits: string, hashKey: Buffer = randomBytes(32)) {
  const keys = new Set<string>();
  const { check: admit } = createRateLimiter({
    limits: parseRateLimits(limits) as RateLimit[],
    hashKey,
    createLimiter: (options) => {
      const limiter = new RateLimiterMemory(options);
      const consume = limiter.consume.bind(limiter);
      limiter.consume = (key, ...rest) => (keys.add(String(key)), consume(key, ...rest));
      return limiter;
    },
  });
  const admitTimes = async (times: number, network = '203.0.113.7') => {
    let count = 0;
    for (let nth = 0; nth < times; nth += 1) if ((await admit(network, null)).ok) count += 1;
    return count;
  };
  return { admit, admitTimes, keys };
}

describe('the limit of one network', () => {
  it('refuses what is over it until its time is over, and says how long', async () => {
    const { admit, admitTimes } = start('3/min');
    expect(await admitTimes(3)).toBe(3);
    vi.advanceTimersByTime(20_500);
    expect(await admit('203.0.113.7', null)).toMatchObject({ ok: false, retryAfterSeconds: 40 });
    vi.advanceTimersByTime(39_500);
    expect(await admit('203.0.113.7', null)).toEqual(admitted);
  });

  it('is nobody else’s', async () => {
    const { admitTimes } = start('3/min');
    await admitTimes(10);
    expect(await admitTimes(3, '203.0.113.8')).toBe(3);
  });

  it('holds for each stretch of time', async () => {
    const { admit, admitTimes } = start('2/min,3/day');
    expect(await admitTimes(3)).toBe(2);
    vi.advanceTimersByTime(60_000);
    expect(await admitTimes(3)).toBe(1);
    vi.advanceTimersByTime(60_000);
    expect(await admit('203.0.113.7', null)).toMatchObject({ retryAfterSeconds: 86_280 });
  });

  it('is not used up for the day by what was refused for the minute', async () => {
    const { admitTimes } = start('2/min,4/day');
    expect(await admitTimes(100)).toBe(2);
    vi.advanceTimersByTime(60_000);
    expect(await admitTimes(2)).toBe(2);
  });

  it('tells the first refusal, and who does not stop', async () => {
    const { admit, admitTimes } = start('2/min');
    await admitTimes(2);
    expect(await admit('203.0.113.7', null)).toMatchObject({ isFirst: true, isInsistent: false });
    expect(await admit('203.0.113.7', null)).toMatchObject({ isFirst: false, isInsistent: false });
    expect(await admit('203.0.113.7', null)).toMatchObject({ isFirst: false, isInsistent: true });
  });
});

describe('the limit of all networks', () => {
  it('is 30 times as wide, for the shortest time alone', async () => {
    const { admitTimes } = start('1/min,2/day');
    const flood = async (from: number) => {
      let count = 0;
      for (let nth = 0; nth < 40; nth += 1)
        count += await admitTimes(1, `198.51.100.${from + nth}`);
      return count;
    };
    expect(await flood(0)).toBe(30);
    expect(await admitTimes(1, '203.0.113.7')).toBe(0);
    vi.advanceTimersByTime(60_000);
    expect(await admitTimes(1, '203.0.113.7')).toBe(1);
    expect(await flood(100)).toBe(29);
  });

  it('leaves nothing behind of the networks that it refuses', async () => {
    const { admitTimes, keys } = start('1/min');
    for (let nth = 0; nth < 30; nth += 1) await admitTimes(1, `198.51.100.${nth}`);
    const before = keys.size;
    for (let nth = 30; nth < 99; nth += 1) await admitTimes(1, `198.51.100.${nth}`);
    expect(keys.size).toBe(before);
  });
});

describe('an Idempotency-Key', () => {
  const network = '203.0.113.7';

  it('makes the repetitions of one submission free, and not without end', async () => {
    const { admit } = start('2/min');
    const send = () => admit(network, 'form-1');
    for (let nth = 0; nth < 6; nth += 1) expect(await send()).toEqual(admitted);
    expect(await admit(network, 'form-2')).toEqual(admitted);
    expect(await send()).toMatchObject({ ok: false });
    expect(await admit(network, 'form-2')).toEqual(admitted);
  });

  it('frees nothing that was not admitted before, nor for another network', async () => {
    const { admit } = start('1/min');
    expect(await admit(network, 'form-1')).toEqual(admitted);
    expect(await admit(network, 'form-2')).toMatchObject({ ok: false });
    expect(await admit(network, 'form-2')).toMatchObject({ ok: false });
    expect(await admit('203.0.113.8', null)).toEqual(admitted);
    expect(await admit('203.0.113.8', 'form-1')).toMatchObject({ ok: false });
  });
});

it('knows addresses and keys by their keyed hash alone', async () => {
  const keysWith = async (hashKey: Buffer) => {
    const { admit, keys } = start('2/min', hashKey);
    await admit('203.0.113.7', 'form-1');
    return [...keys];
  };
  const hash = expect.stringMatching(/^[\w-]{43}$/) as string;
  const keys = await keysWith(Buffer.alloc(32, 1));
  expect(keys).toEqual([hash, 'everyone', hash]);
  expect(await keysWith(Buffer.alloc(32, 1))).toEqual(keys);
  const others = await keysWith(Buffer.alloc(32, 2));
  expect(others.filter((key) => keys.includes(key))).toEqual(['everyone']);
});
