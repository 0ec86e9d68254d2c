import { describe, expect, it } from 'vitest';
import { storeInquiry } from '../../../tests/fixtures/store-inquiry.ts';
import { temporaryStore } from '../../../tests/fixtures/temporary-store.ts';
import { rateLimits } from '../../config/setting-values.ts';
import { dayMs } from '../../text/format-time.ts';
import { createNetworkLimiter, createOverallLimiter } from './rate-limiter.ts';

const parse = (limits: string) => rateLimits.parse(limits);

describe('the limit of one network', () => {
  function start(limits: string, maxWindows?: number) {
    let monotonicNow = 1000;
    const limit = createNetworkLimiter(parse(limits), () => monotonicNow, maxWindows);
    const countAdmitted = (times: number, networks = ['203.0.113.7']) =>
      Array.from({ length: times }, () => limit(networks)).filter((result) => !result).length;
    return { limit, countAdmitted, wait: (ms: number) => (monotonicNow += ms) };
  }

  it('rejects its further posts until the window ends, with the remaining seconds, and names the first', () => {
    const { limit, countAdmitted, wait } = start('3/min');
    expect(countAdmitted(3)).toBe(3);
    expect(countAdmitted(3, ['203.0.113.8'])).toBe(3);
    wait(20_500);
    const rejection = { retryAfterSeconds: 40, limit: 'tooMany' };
    expect(limit(['203.0.113.7'])).toEqual({ ...rejection, isFirst: true });
    wait(39_499);
    const last = { retryAfterSeconds: 1, limit: 'tooMany' };
    expect(limit(['203.0.113.7'])).toEqual({ ...last, isFirst: false });
    expect(limit(['203.0.113.8'])).toMatchObject({ isFirst: true });
    wait(1);
    expect(countAdmitted(3)).toBe(3);
    expect(limit(['203.0.113.7'])).toMatchObject({ isFirst: true });
  });

  it('applies to each window, and a post that the minute rejects does not count for the day', () => {
    const { limit, countAdmitted, wait } = start('2/min,3/day');
    expect(countAdmitted(100)).toBe(2);
    wait(60_000);
    expect(countAdmitted(3)).toBe(1);
    wait(60_000);
    expect(limit(['203.0.113.7'])).toMatchObject({ retryAfterSeconds: 86_280 });
    wait(86_280_000);
    expect(countAdmitted(3)).toBe(2);
  });

  it('forgets the older half of the windows at their maximum', () => {
    const { countAdmitted } = start('1/min', 4);
    const from = (host: number) => countAdmitted(1, [`198.51.100.${host}`]);
    expect([1, 2, 3, 4, 1, 2].map(from)).toEqual([1, 1, 1, 1, 0, 0]);
    // 5 replaces 1 and 2.
    expect([5, 3, 4, 5, 1].map(from)).toEqual([1, 0, 0, 0, 1]);
  });

  it('opens no windows for rejected posts, so that they displace no others', () => {
    const { countAdmitted } = start('1/min', 12);
    expect(countAdmitted(1)).toBe(1);
    // The /48 is full after four of its subnets.
    const from = (subnet: number) =>
      countAdmitted(1, [`2001:db8:1:${subnet}::/64`, '2001:db8:1::/48']);
    const admitted = Array.from({ length: 100 }, (_, subnet) => from(subnet));
    expect(admitted.reduce((sum, count) => sum + count)).toBe(4);
    expect(countAdmitted(1)).toBe(0);
  });

  it('counts a renewed window among the newer ones', () => {
    const { countAdmitted, wait } = start('1/min', 4);
    const from = (host: number) => countAdmitted(1, [`198.51.100.${host}`]);
    expect([1, 2].map(from)).toEqual([1, 1]);
    wait(60_000);
    // 1 begins again together with 3, and 4 replaces 2.
    expect([1, 3, 4, 1, 3].map(from)).toEqual([1, 1, 1, 0, 0]);
  });

  it('is four times as high for the /48 of an IPv6 address', () => {
    const { countAdmitted, wait } = start('2/min');
    const from = (subnet: number) =>
      countAdmitted(5, [`2001:db8:1:${subnet}::/64`, '2001:db8:1::/48']);
    expect([1, 2, 3, 4, 5, 6].map(from)).toEqual([2, 2, 2, 2, 0, 0]);
    expect(countAdmitted(5, ['2001:db8:2:1::/64', '2001:db8:2::/48'])).toBe(2);
    wait(60_000);
    expect(from(5)).toBe(2);
  });
});

describe('the limit of all networks', () => {
  const noon = Date.parse('2026-11-21T12:00:00.000Z');

  async function start(limits: string) {
    const { store } = await temporaryStore();
    let now = noon;
    let monotonicNow = 0;
    const startServer = () => {
      const limitOverall = createOverallLimiter(parse(limits), () => monotonicNow);
      return () => limitOverall({ store, clock: () => now });
    };
    const receive = async (count: number) => {
      for (let nth = 0; nth < count; nth += 1) await storeInquiry(store, {}, { at: now });
    };
    const shiftClock = (ms: number) => (now += ms);
    const wait = (ms: number) => {
      now += ms;
      monotonicNow += ms;
    };
    return { startServer, receive, shiftClock, wait };
  }

  it('is 30 stored inquiries in the shortest window, on all servers', async () => {
    const { startServer, receive, wait } = await start('1/min,2/day');
    const one = startServer();
    const other = startServer();
    await receive(1);
    wait(20_500);
    await receive(28);
    expect(await one()).toBeUndefined();
    await receive(1);
    const rejection = { retryAfterSeconds: 40, limit: 'tooManyOverall' };
    expect(await one()).toEqual({ ...rejection, isFirst: true });
    expect(await one()).toEqual({ ...rejection, isFirst: false });
    expect(await other()).toEqual({ ...rejection, isFirst: true });
    wait(39_500);
    expect(await one()).toBeUndefined();
    await receive(1);
    wait(20_500 - 1);
    expect(await one()).toEqual({ retryAfterSeconds: 1, limit: 'tooManyOverall', isFirst: false });
    wait(1);
    await receive(29);
    expect(await one()).toMatchObject({ isFirst: true });
  });

  it('ignores what was stored with the clock ahead', async () => {
    const { startServer, receive, shiftClock } = await start('1/min');
    shiftClock(60_000);
    await receive(30);
    shiftClock(-60_000);
    expect(await startServer()()).toBeUndefined();
  });

  it('names the first rejection of a flood after the clock was a year ahead', async () => {
    const { startServer, receive, shiftClock, wait } = await start('1/min');
    const limit = startServer();
    shiftClock(365 * dayMs);
    await receive(30);
    expect(await limit()).toMatchObject({ isFirst: true });
    shiftClock(-365 * dayMs);
    wait(60_000);
    await receive(30);
    expect(await limit()).toMatchObject({ isFirst: true });
    expect(await limit()).toMatchObject({ isFirst: false });
  });

  it('is off without limits', async () => {
    const { startServer, receive } = await start('off');
    await receive(40);
    expect(await startServer()()).toBeUndefined();
  });
});
