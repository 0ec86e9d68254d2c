import { describe, expect, it, vi } from 'vitest';
import { sampleInquiry } from '../../../tests/fixtures/sample-inquiry.ts';
import { temporaryStore } from '../../../tests/fixtures/temporary-store.ts';
import { StoreUnavailable } from '../store-errors.ts';
import { findInquiry } from './find-inquiry.ts';
import { shortenIds } from './shorten-ids.ts';

const receivedAt = '2026-11-21T12:00:00.000Z';
const ids = [
  '01a1fd11-5a89-78ff-b898-08a7c7dde223',
  '01a1fd11-5a8a-78ff-b898-08a7c7dde223',
  '01b00000-0000-7000-8000-000000000001',
] as const;

async function storeWith(...present: string[]) {
  const { store } = await temporaryStore();
  const rows = present.map((id) => ({ id, receivedAt, status: 'new' as const, ...sampleInquiry }));
  await store.db.insertInto('inquiries').values(rows).execute();
  return { store };
}

describe('findInquiry', () => {
  it('finds an inquiry by its id, or by any beginning that no other has', async () => {
    const { store } = await storeWith(...ids);
    const found = { outcome: 'found', inquiry: { id: ids[1], receivedAt, status: 'new' } };
    expect(await findInquiry(store, ids[1])).toMatchObject(found);
    expect(await findInquiry(store, '01a1fd11-5a8a')).toMatchObject(found);
    expect(await findInquiry(store, '01a1fd11-5a8a-')).toMatchObject(found);
    expect(await findInquiry(store, '01A1FD115A8A')).toMatchObject(found);
    expect(await findInquiry(store, '01b')).toMatchObject({ inquiry: { id: ids[2] } });
  });

  it('gives back the inquiry as it came', async () => {
    const { store } = await storeWith(ids[0]);
    expect(await findInquiry(store, '0')).toEqual({
      outcome: 'found',
      inquiry: { id: ids[0], receivedAt, status: 'new', ...sampleInquiry },
    });
  });

  it('names those that a beginning stands for, up to five', async () => {
    const { store } = await storeWith(...ids);
    expect(await findInquiry(store, '01a1')).toEqual({
      outcome: 'ambiguous',
      ids: [ids[0], ids[1]],
    });
    const many = Array.from({ length: 9 }, (_, digit) => ids[2].replace(/.$/, String(digit)));
    const { store: other } = await storeWith(...many);
    expect(await findInquiry(other, '01b')).toEqual({
      outcome: 'ambiguous',
      ids: many.slice(0, 5),
    });
  });

  it('knows nothing of what no id starts with', async () => {
    const { store } = await storeWith(...ids);
    expect(await findInquiry(store, '02')).toEqual({ outcome: 'unknown' });
    expect(await findInquiry(store, `${ids[0]}0`)).toEqual({ outcome: 'unknown' });
    expect(await findInquiry(store, '01%')).toEqual({ outcome: 'unknown' });
    expect(await findInquiry(store, '')).toEqual({ outcome: 'unknown' });
    expect(await findInquiry(store, '-')).toEqual({ outcome: 'unknown' });
  });

  it('throws StoreUnavailable when the store fails', async () => {
    const { store } = await temporaryStore();
    await store.close();
    await expect(findInquiry(store, '01')).rejects.toThrow(StoreUnavailable);
  });
});

describe('shortenIds', () => {
  it('keeps as much of an id as tells it from all others, and 8 characters at least', async () => {
    const { store } = await storeWith(...ids);
    expect(await shortenIds(store, [...ids])).toEqual([
      '01a1fd11-5a89',
      '01a1fd11-5a8a',
      '01b00000',
    ]);
  });

  it('goes on after a hyphen', async () => {
    const other = '01a1fd11-6a89-78ff-b898-08a7c7dde223';
    const { store } = await storeWith(ids[0], other);
    expect(await shortenIds(store, [other])).toEqual(['01a1fd11-6']);
  });

  it('keeps the order and repeats, and reads many ids with one statement', async () => {
    const { store } = await storeWith(...ids);
    const statements = vi.spyOn(store.db, 'selectFrom');
    const many = Array.from({ length: 200 }, (_, index) => ids[index % 2 ? 2 : 0]);
    const short = await shortenIds(store, many);
    expect(short.slice(-3)).toEqual(['01b00000', '01a1fd11-5a89', '01b00000']);
    expect(statements).toHaveBeenCalledTimes(1);
  });

  it('gives what finds the inquiry again', async () => {
    const { store } = await storeWith(...ids);
    for (const id of ids) {
      const [short = ''] = await shortenIds(store, [id]);
      expect(await findInquiry(store, short)).toMatchObject({ outcome: 'found', inquiry: { id } });
    }
  });
});
