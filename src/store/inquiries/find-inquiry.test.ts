import { expect, it } from 'vitest';
import { sampleInquiry } from '../../../tests/fixtures/sample-inquiry.ts';
import { storeInquiry } from '../../../tests/fixtures/store-inquiry.ts';
import { temporaryStore } from '../../../tests/fixtures/temporary-store.ts';
import { findByIdPrefix, findIdsByEmail, readEarlier } from './find-inquiry.ts';

const inquiry = {
  receivedAt: '2026-11-21T12:00:00.000Z',
  status: 'new',
  ...sampleInquiry,
} as const;

it('findByIdPrefix finds inquiries by the beginning of their ids, up to five', async () => {
  const { store } = await temporaryStore();
  const [first, second] = ['89', '8a'].map((part) => `01a1fd11-5a${part}-78ff-b898-08a7c7dde223`);
  const others = Array.from({ length: 9 }, (_, nth) => `01b00000-0000-7000-8000-00000000000${nth}`);
  const rows = [first, second, ...others].map((id = '') => ({ id, ...inquiry }));
  await store.db.insertInto('inquiries').values(rows).execute();
  for (const prefix of [second, '01a1fd11-5a8a', '01a1fd11-5a8a-', '01A1FD115A8A'])
    expect(await findByIdPrefix(store, prefix ?? ''), prefix).toEqual([rows[1]]);
  expect(await findByIdPrefix(store, '01a1')).toEqual(rows.slice(0, 2));
  expect(await findByIdPrefix(store, '01b')).toEqual(rows.slice(2, 7));
  for (const prefix of ['02', `${first}0`, '01%', '', '-'])
    expect(await findByIdPrefix(store, prefix), prefix).toEqual([]);
});

/** Creates a store. `submit` stores an inquiry from an address, a second after the last one. */
async function setUp() {
  const { store } = await temporaryStore();
  let now = Date.parse(inquiry.receivedAt);
  const submit = (email: string) => storeInquiry(store, { email }, { at: (now += 1000) });
  return { store, submit };
}

it('findIdsByEmail finds the inquiries of an address, newest first, and none of similar ones', async () => {
  const { store, submit } = await setUp();
  const first = await submit('jose@one.example');
  const second = await submit('Jose@One.example');
  await submit('josé@one.example');
  await submit('jose@one.example.org');
  expect(await findIdsByEmail(store, ' JOSE@one.example')).toEqual([second, first]);
  expect(await findIdsByEmail(store, 'jose@one')).toEqual([]);
});

it('readEarlier reads the last ten that came before from the address, newest first', async () => {
  const { store, submit } = await setUp();
  const newestFirst: string[] = [];
  for (let count = 0; count < 13; count += 1) newestFirst.unshift(await submit('a@one.example'));
  await submit('grace@one.example');
  const read = async (index: number) => {
    const [found] = await findByIdPrefix(store, newestFirst[index] ?? '');
    return found && (await readEarlier(store, found)).map(({ id }) => id);
  };
  expect(await read(1)).toEqual(newestFirst.slice(2, 12));
  expect(await read(12)).toEqual([]);
});
