import { describe, expect, it } from 'vitest';
import { sampleInquiry } from '../../../tests/fixtures/sample-inquiry.ts';
import { storeInquiry } from '../../../tests/fixtures/store-inquiry.ts';
import { temporaryStore } from '../../../tests/fixtures/temporary-store.ts';
import { findIdsByEmail, findInquiry, readEarlier } from './find-inquiry.ts';

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
    const found = {
      outcome: 'found',
      inquiry: { id: ids[1], receivedAt, status: 'new', ...sampleInquiry },
    };
    for (const prefix of [ids[1], '01a1fd11-5a8a', '01a1fd11-5a8a-', '01A1FD115A8A']) {
      expect(await findInquiry(store, prefix)).toEqual(found);
    }
    expect(await findInquiry(store, '01b')).toMatchObject({ inquiry: { id: ids[2] } });
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
    for (const prefix of ['02', `${ids[0]}0`, '01%', '', '-']) {
      expect(await findInquiry(store, prefix)).toEqual({ outcome: 'unknown' });
    }
  });
});

/** Creates a store, in which `submit` stores an inquiry from an address, a second after the last. */
async function setUp() {
  const { store } = await temporaryStore();
  let now = Date.parse(receivedAt);
  const submit = (email: string) => storeInquiry(store, { email }, { at: (now += 1000) });
  return { store, submit };
}

describe('findIdsByEmail', () => {
  it('finds every inquiry of an address, newest first, and none of similar ones', async () => {
    const { store, submit } = await setUp();
    const first = await submit('jose@one.example');
    const second = await submit('Jose@One.example');
    await submit('josé@one.example');
    await submit('jose@one.example.org');
    const find = (email: string) => findIdsByEmail(store, email);
    expect(await find(' JOSE@one.example')).toEqual([second, first]);
    expect(await find('jose@one')).toEqual([]);
  });
});

describe('readEarlier', () => {
  it('reads the last ten that came before from the address, newest first', async () => {
    const { store, submit } = await setUp();
    const newestFirst: string[] = [];
    for (let count = 0; count < 13; count += 1) newestFirst.unshift(await submit('a@one.example'));
    await submit('grace@one.example');
    const read = async (index: number) => {
      const found = await findInquiry(store, newestFirst[index] ?? '');
      return found.outcome === 'found'
        ? (await readEarlier(store, found.inquiry)).map(({ id }) => id)
        : found;
    };
    expect(await read(1)).toEqual(newestFirst.slice(2, 12));
    expect(await read(12)).toEqual([]);
  });
});
