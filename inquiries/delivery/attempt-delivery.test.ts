import { expect, it, onTestFinished, vi } from 'vitest';
import { recordedLog } from '../../test/recorded-log.ts';
import { sampleInquiry } from '../../test/sample-inquiry.ts';
import { temporaryStore } from '../../test/temporary-store.ts';
import { submitInquiry } from '../submit-inquiry.ts';
import { attemptDelivery } from './attempt-delivery.ts';
import { leaseDelivery, leaseMs } from './leases.ts';

it('keeps its delivery for as long as the destination takes', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  onTestFinished(() => void vi.useRealTimers());
  const { store } = await temporaryStore();
  const { log } = recordedLog();
  let now = Date.parse('2026-11-21T12:00:00.000Z');
  const clock = () => now;
  await submitInquiry({ store, clock, destinations: ['email'] }, sampleInquiry);
  const delivery = await leaseDelivery(store, 'email', now);
  if (!delivery) throw new Error('nothing is due');

  const answer = Promise.withResolvers<undefined>();
  const dependencies = { store, clock, random: () => 0, retryMs: 5000, timeZone: 'UTC', log };
  const { signal } = new AbortController();
  const attempt = attemptDelivery(dependencies, delivery, () => answer.promise, signal);
  now += leaseMs / 3;
  vi.advanceTimersByTime(leaseMs / 3);
  const leaseEnd = store.db.selectFrom('deliveries').select('leaseEndsAt');
  await expect
    .poll(() => leaseEnd.executeTakeFirst())
    .toEqual({ leaseEndsAt: '2026-11-21T12:00:20.000Z' });

  answer.resolve(undefined);
  await attempt;
  expect(vi.getTimerCount()).toBe(0);
});
