import { describe, expect, it } from 'vitest';
import { email, webhook } from '../../tests/fixtures/destinations.ts';
import { failStatement } from '../../tests/fixtures/failing-store.ts';
import { lockStore } from '../../tests/fixtures/lock-store.ts';
import { sampleInquiry } from '../../tests/fixtures/sample-inquiry.ts';
import { temporaryStore } from '../../tests/fixtures/temporary-store.ts';
import type { Inquiry } from '../inquiry/inquiry.ts';
import { dayMs } from '../inquiry/format-time.ts';
import { listDeliveries } from '../notifications/deliveries/list-deliveries.ts';
import { listInquiries } from '../store/inquiries/list-inquiries.ts';
import { StoreUnavailable } from '../store/store-errors.ts';
import {
  findRepeat,
  type IdempotencyKey,
  type Receipt,
  receiveInquiry,
} from './receive-inquiry.ts';

const noon = Date.parse('2026-11-21T12:00:00.000Z');
const otherInquiry = { ...sampleInquiry, message: 'Something else altogether.' };
const callerKey: IdempotencyKey = { kind: 'caller', value: 'form-1' };
const contentKey: IdempotencyKey = { kind: 'content' };

async function setUp(options?: Parameters<typeof temporaryStore>[0]) {
  const { store, location } = await temporaryStore(options);
  const receive = (inquiry: Inquiry, key?: IdempotencyKey, now = noon) =>
    receiveInquiry({ store, clock: () => now, destinations: [email, webhook] }, inquiry, key);
  const find = (inquiry: Inquiry, key: IdempotencyKey, now = noon) =>
    findRepeat({ store, clock: () => now }, inquiry, key);
  const countRows = async () => (await listInquiries(store)).length;
  const readKey = () =>
    store.db.selectFrom('idempotencyKeys').selectAll().executeTakeFirstOrThrow();
  return { store, location, receive, find, countRows, readKey };
}

const idOf = (receipt: Receipt) => (receipt.outcome === 'stored' ? receipt.id : receipt.outcome);

describe('receiveInquiry', () => {
  it('stores the inquiry with a new id and the current time, and its deliveries, due at once', async () => {
    const { store, receive } = await setUp();
    const receipt = await receive(sampleInquiry);
    const receivedAt = '2026-11-21T12:00:00.000Z';
    expect(receipt).toEqual({
      ...{ outcome: 'stored', receivedAt, repeated: false },
      id: expect.stringMatching(/^[\da-f]{8}-[\da-f]{4}-7[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/),
    });
    const id = idOf(receipt);
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
    await expect(receive(sampleInquiry, callerKey)).rejects.toThrow(StoreUnavailable);
    expect(await countRows()).toBe(0);
    await repair();
    expect(await receive(sampleInquiry, callerKey)).toMatchObject({ repeated: false });
  });

  it('refuses new inquiries on a nearly full disk, but not repeats', async () => {
    const { store, receive, countRows } = await setUp();
    const first = await receive(sampleInquiry, callerKey);
    const full = { ...store, readDisk: () => ({ freeBytes: 99, floorBytes: 100 }) };
    const send = (inquiry: Inquiry, key?: IdempotencyKey) =>
      receiveInquiry({ store: full, clock: () => noon }, inquiry, key);
    expect(await send(sampleInquiry, callerKey)).toEqual({ ...first, repeated: true });
    for (const key of [undefined, contentKey, { ...callerKey, value: 'form-2' }])
      await expect(send(otherInquiry, key)).rejects.toThrow('nearly full');
    expect(await countRows()).toBe(1);
  });
});

describe("a caller's key", () => {
  it('returns the same result for a repeat at any time, and stores one row', async () => {
    const { receive, find, countRows } = await setUp();
    expect(await find(sampleInquiry, callerKey)).toBeUndefined();
    const first = await receive(sampleInquiry, callerKey);
    for (const now of [noon, noon + 400 * dayMs, noon - dayMs]) {
      const repeat = { ...first, repeated: true };
      expect(await find(sampleInquiry, callerKey, now)).toEqual(repeat);
      expect(await receive({ ...sampleInquiry }, callerKey, now)).toEqual(repeat);
    }
    expect(await find(otherInquiry, callerKey)).toEqual({ outcome: 'key-reused' });
    expect(await find(sampleInquiry, contentKey)).toBeUndefined();
    expect(await countRows()).toBe(1);
  });

  it('that is repeated while the store is locked leaves connections for others', async () => {
    const { location, receive, countRows } = await setUp({ lockWaitMs: 9000 });
    const unlock = await lockStore(location);
    const repeats = Array.from({ length: 12 }, () => receive(sampleInquiry, callerKey));
    expect(await countRows()).toBe(0);
    await unlock();
    const receipts = await Promise.all(repeats);
    expect(new Set(receipts.map(idOf)).size).toBe(1);
    expect(await countRows()).toBe(1);
  });
});

describe('the content as a key', () => {
  it('is valid for less than 24 hours', async () => {
    const { receive, find, countRows } = await setUp();
    const first = await receive(sampleInquiry, contentKey);
    const repeat = { ...first, repeated: true };
    expect(await find(sampleInquiry, contentKey, noon + dayMs - 1)).toEqual(repeat);
    expect(await receive(sampleInquiry, contentKey, noon + dayMs - 1)).toEqual(repeat);

    expect(await find(sampleInquiry, contentKey, noon + dayMs)).toBeUndefined();
    const after = await receive(sampleInquiry, contentKey, noon + dayMs);
    expect(after).toMatchObject({ outcome: 'stored', repeated: false });
    expect(idOf(after)).not.toBe(idOf(first));
    expect(await countRows()).toBe(2);
  });

  it('differs with any field, but not with their order', async () => {
    const { receive, countRows } = await setUp();
    await receive(sampleInquiry, contentKey);
    await receive(otherInquiry, contentKey);
    await receive({ ...sampleInquiry, timeline: 'immediate' }, contentKey);
    const reversed = Object.fromEntries(Object.entries(sampleInquiry).reverse()) as never;
    expect(await receive(reversed, contentKey)).toMatchObject({ repeated: true });
    expect(await countRows()).toBe(3);
  });

  it("cannot collide with a caller's key", async () => {
    const { receive, countRows, readKey } = await setUp();
    await receive(sampleInquiry, contentKey);
    const { key } = await readKey();
    for (const value of [key, key.replace('content:', '')])
      await receive(otherInquiry, { kind: 'caller', value });
    expect(await receive(sampleInquiry, contentKey)).toMatchObject({ repeated: true });
    expect(await countRows()).toBe(3);
  });

  it('is stored as a keyed hash that differs between stores', async () => {
    const stores = [await setUp(), await setUp()] as const;
    for (const { receive } of stores) await receive(sampleInquiry, contentKey);
    const [one, other] = [await stores[0].readKey(), await stores[1].readKey()];
    expect(one.key).toMatch(/^content:[\da-f]{64}$/);
    expect(one.key).not.toBe(other.key);
    expect(one.fingerprint).not.toBe(other.fingerprint);
    expect(one.key).not.toContain(one.fingerprint);
  });
});
