import { describe, expect, it, vi } from 'vitest';
import { enqueueReminders } from '../../src/notifications/schedule/reminders.ts';
import { enqueueDigest } from '../../src/notifications/schedule/reminder-scheduler.ts';
import {
  endLease,
  leaseDelivery,
  type LeasedDelivery,
  renewLease,
} from '../../src/notifications/deliveries/leases.ts';
import { redeliver, redeliverFailed } from '../../src/notifications/deliveries/redeliver.ts';
import type { Store } from '../../src/store/store.ts';
import { email, webhook } from '../fixtures/destinations.ts';
import { fakeSleeps } from '../fixtures/fake-sleeps.ts';
import { lockStore } from '../fixtures/lock-store.ts';
import { storeInquiry } from '../fixtures/store-inquiry.ts';
import { temporaryFile, temporaryStore } from '../fixtures/temporary-store.ts';

// The worker may have loaded these modules without the mock.
vi.hoisted(() => vi.resetModules());
vi.mock('node:timers/promises', { spy: true });

const monday = Date.parse('2026-11-23T09:00:00.000Z');
const clock = () => monday;

type Write = (store: Store, delivery: LeasedDelivery) => Promise<unknown>;
const writes: Record<string, Write> = {
  leaseDelivery: (store) => leaseDelivery(store, 'webhook', monday),
  renewLease: (store, delivery) => renewLease(store, delivery, monday),
  endLease: (store, delivery) => endLease(store, delivery, { state: 'delivered' }),
  queueReminders: (store) => enqueueReminders(store, [email], monday),
  queueDigest: (store) => enqueueDigest(store, [email], monday, { timeZone: 'UTC', holidays: [] }),
  redeliver: (store, { event }) => redeliver({ store, clock }, String(event.inquiryId), ['email']),
  redeliverFailed: (store) => redeliverFailed({ store, clock }),
};

describe('a store locked by another process', () => {
  it.each(Object.entries(writes))('makes %s wait for the lock', async (_, write) => {
    const location = temporaryFile();
    const { store } = await temporaryStore({ location });
    const receivedAt = Date.parse('2026-11-22T12:00:00.000Z');
    const destinations = [email, webhook];
    await storeInquiry(store, {}, { at: receivedAt, destinations });
    const delivery = await leaseDelivery(store, 'email', receivedAt);
    if (!delivery) throw new Error('nothing is due');

    const sleeps = fakeSleeps();
    const unlock = await lockStore(location);
    const written = write(store, delivery);
    await Promise.race([written, expect.poll(sleeps.pending).toHaveLength(1)]);
    await unlock();
    sleeps.finish();
    await written;
  });
});
