import { describe, expect, it } from 'vitest';
import { temporaryStore } from '../../test/temporary-store.ts';
import type { Store } from '../store.ts';
import { listDeliveries } from './list-deliveries.ts';
import { queueDigest } from './queue-digest.ts';

const monday = '2026-11-23T08:00:00.000Z';
const queueAt = (time: string, store: Store) => queueDigest(store, Date.parse(time), 'UTC');

describe('the digest', () => {
  it('is queued once a day', async () => {
    const { store } = await temporaryStore();
    expect(await queueAt(monday, store)).toBe(true);
    expect(await queueAt('2026-11-23T11:00:00.000Z', store)).toBe(false);
    expect(await queueAt('2026-11-24T08:00:00.000Z', store)).toBe(true);
    expect(await listDeliveries(store)).toHaveLength(2);
  });

  it('is queued once by two processes at the same time', async () => {
    const { store, location } = await temporaryStore();
    const { store: other } = await temporaryStore({ location });
    await Promise.all([queueAt(monday, store), queueAt(monday, other)]);
    expect(await listDeliveries(store)).toHaveLength(1);
  });
});
