import { describe, expect, it } from 'vitest';
import { storeInquiry } from '../../../tests/fixtures/store-inquiry.ts';
import { temporaryStore } from '../../../tests/fixtures/temporary-store.ts';
import type { Inquiry } from '../../inquiry/inquiry.ts';
import type { Store } from '../store.ts';
import { deleteInquiries, findIdsByEmail, withIds } from './delete-inquiries.ts';
import { listInquiries } from './list-inquiries.ts';
import { readHistory } from './read-history.ts';
import { updateStatus } from './update-status.ts';

const noon = Date.parse('2026-11-21T12:00:00.000Z');
const dayMs = 24 * 60 * 60 * 1000;

const submit = (store: Store, changes: Partial<Inquiry> = {}, day = 0) =>
  storeInquiry(store, changes, { at: noon + day * dayMs, key: { kind: 'content' } });

const markSpam = (store: Store, id: string, day: number) =>
  updateStatus({ store, clock: () => noon + day * dayMs }, id, {
    status: 'spam',
    note: 'xyzzy-note',
  });

describe('findIdsByEmail', () => {
  it('finds every inquiry of an address, and none of similar ones', async () => {
    const { store } = await temporaryStore();
    const ids = [
      await submit(store, { email: 'jose@one.example' }),
      await submit(store, { email: 'Jose@One.example' }, 1),
    ];
    await submit(store, { email: 'josé@one.example' });
    await submit(store, { email: 'jose@one.example.org' });
    expect(await findIdsByEmail(store, ' JOSE@one.example')).toEqual(ids);
    expect(await findIdsByEmail(store, 'jose@one')).toEqual([]);
  });
});

describe('deleteInquiries', () => {
  it('deletes an inquiry, its history and its keys, and nothing else', async () => {
    const { store } = await temporaryStore();
    const id = await submit(store);
    const kept = await submit(store, { firstName: 'Grace' });
    await markSpam(store, id, 0);
    await markSpam(store, kept, 0);

    await deleteInquiries(store, withIds([id]));
    expect((await listInquiries(store)).map((inquiry) => inquiry.id)).toEqual([kept]);
    expect(await readHistory(store, id)).toEqual([]);
    expect(await readHistory(store, kept)).toHaveLength(1);
    expect(await store.db.selectFrom('idempotencyKeys').select('inquiryId').execute()).toEqual([
      { inquiryId: kept },
    ]);
  });

  it('deletes more than a batch', async () => {
    const { store } = await temporaryStore();
    const names = Array.from({ length: 51 }, (_, index) => `Person ${index}`);
    const ids = await Promise.all(names.map((firstName) => submit(store, { firstName })));
    await deleteInquiries(store, withIds(ids));
    expect(await listInquiries(store)).toEqual([]);
  });
});
