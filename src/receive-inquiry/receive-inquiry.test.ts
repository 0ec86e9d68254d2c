import { describe, expect, it } from 'vitest';
import { email, webhook } from '../../tests/fixtures/destinations.ts';
import { failStatement } from '../../tests/fixtures/failing-store.ts';
import { lockStore } from '../../tests/fixtures/lock-store.ts';
import { sampleInquiry } from '../../tests/fixtures/sample-inquiry.ts';
import { temporaryStore } from '../../tests/fixtures/temporary-store.ts';
import type { Inquiry } from '../inquiry/inquiry.ts';
import { listInquiries } from '../store/inquiries/list-inquiries.ts';
import { listDeliveries } from '../store/outbox/list-deliveries.ts';
import { StoreUnavailable } from '../store/store-errors.ts';
import { dayMs } from '../text/format-time.ts';
import { findRepeat, receiveInquiry } from './receive-inquiry.ts';

const noon = Date.parse('2026-11-21T12:00:00.000Z');
const otherInquiry = { ...sampleInquiry, message: 'Something else altogether.' };

async function setUp(options?: Parameters<typeof temporaryStore>[0]) {
  const { store, location } = await temporaryStore(options);
  const receive = (inquiry: Inquiry, now = noon) =>
    receiveInquiry({ store, clock: () => now, destinations: [email, webhook] }, inquiry);
  const find = (inquiry: Inquiry, now = noon) => findRepeat({ store, clock: () => now }, inquiry);
  const countRows = async () => (await listInquiries(store)).length;
  const readKey = () =>
    store.db.selectFrom('idempotencyKeys').selectAll().executeTakeFirstOrThrow();
  return { store, location, receive, find, countRows, readKey };
}

describe('receiveInquiry', () => {
  it('stores the inquiry with a new id and the current time, and its deliveries, due at once', async () => {
    const { store, receive } = await setUp();
    const receipt = await receive(sampleInquiry);
    const receivedAt = '2026-11-21T12:00:00.000Z';
    expect(receipt).toEqual({
      receivedAt,
      repeated: false,
      id: expect.stringMatching(/^[\da-f]{8}-[\da-f]{4}-7[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/),
    });
    const { id } = receipt;
    expect(await listInquiries(store)).toEqual([
      { id, receivedAt, status: 'new', ...sampleInquiry },
    ]);
    const received = { id: `received-${id}`, kind: 'received', inquiryId: id };
    const waiting = { state: 'waiting', attempts: 0, nextAttemptAt: receivedAt };
    expect(await listDeliveries(store)).toEqual([
      { ...received, destination: 'webhook', ...waiting },
      { ...received, destination: 'email', ...waiting },
    ]);
  });

  it('stores nothing, also no key, if its deliveries cannot be stored', async () => {
    const { store, receive, countRows } = await setUp();
    const repair = await failStatement(store, 'insert', 'deliveries');
    await expect(receive(sampleInquiry)).rejects.toThrow(StoreUnavailable);
    expect(await countRows()).toBe(0);
    await repair();
    expect(await receive(sampleInquiry)).toMatchObject({ repeated: false });
  });

  it('refuses new inquiries on a nearly full disk, but not repeats', async () => {
    const { store, receive, countRows } = await setUp();
    const first = await receive(sampleInquiry);
    const full = { ...store, readDisk: () => ({ freeBytes: 99, floorBytes: 100 }) };
    const send = (inquiry: Inquiry) =>
      receiveInquiry({ store: full, clock: () => noon, destinations: [] }, inquiry);
    expect(await send(sampleInquiry)).toEqual({ ...first, repeated: true });
    await expect(send(otherInquiry)).rejects.toThrow('nearly full');
    expect(await countRows()).toBe(1);
  });
});

describe('the same content', () => {
  it.each<[string, number, boolean]>([
    ['at once', 0, true],
    ['after 24 hours less a millisecond', dayMs - 1, true],
    ['after 24 hours', dayMs, false],
    ['with the clock a day behind', -dayMs, true],
  ])('%s gets the first receipt: %i ms, %s', async (_, afterMs, isRepeat) => {
    const { receive, find, countRows } = await setUp();
    expect(await find(sampleInquiry)).toBeUndefined();
    const first = await receive(sampleInquiry);
    const found = await find(sampleInquiry, noon + afterMs);
    const again = await receive({ ...sampleInquiry }, noon + afterMs);
    const repeat = { ...first, repeated: true };
    expect(found).toEqual(isRepeat ? repeat : undefined);
    expect(again.repeated).toBe(isRepeat);
    expect(again.id === first.id).toBe(isRepeat);
    expect(await countRows()).toBe(isRepeat ? 1 : 2);
  });

  it('differs with any field, but not with their order', async () => {
    const { receive, countRows } = await setUp();
    await receive(sampleInquiry);
    await receive(otherInquiry);
    await receive({ ...sampleInquiry, timeline: 'immediate' });
    const reversed = Object.fromEntries(Object.entries(sampleInquiry).reverse()) as never;
    expect(await receive(reversed)).toMatchObject({ repeated: true });
    expect(await countRows()).toBe(3);
  });

  it('that is repeated while the store is locked leaves connections for others', async () => {
    const { location, receive, countRows } = await setUp({ lockWaitMs: 9000 });
    const unlock = await lockStore(location);
    const repeats = Array.from({ length: 12 }, () => receive(sampleInquiry));
    expect(await countRows()).toBe(0);
    await unlock();
    const receipts = await Promise.all(repeats);
    expect(new Set(receipts.map(({ id }) => id)).size).toBe(1);
    expect(await countRows()).toBe(1);
  });

  it('is known by a keyed hash that differs between stores', async () => {
    const stores = [await setUp(), await setUp()] as const;
    for (const { receive } of stores) await receive(sampleInquiry);
    const [one, other] = [await stores[0].readKey(), await stores[1].readKey()];
    expect(one.key).toMatch(/^content:[\da-f]{64}$/);
    expect(one.key).not.toBe(other.key);
  });
});
