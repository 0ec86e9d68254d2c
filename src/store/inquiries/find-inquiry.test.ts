import { expect, it } from 'vitest';
import { sampleInquiry } from '../../../tests/fixtures/sample-inquiry.ts';
import { storeInquiry } from '../../../tests/fixtures/store-inquiry.ts';
import { temporaryStore } from '../../../tests/fixtures/temporary-store.ts';
import { findByIdPrefix, findIdsByEmail, readEarlier } from './find-inquiry.ts';

const inquiry = {
  receivedAt: '2026-11-21T12:00:00.000Z',
  status: 'new' as const,
  ...sampleInquiry,
};
const ids = [
  '01a1fd11-5a89-78ff-b898-08a7c7dde223',
  '01a1fd11-5a8a-78ff-b898-08a7c7dde223',
  '01b00000-0000-7000-8000-000000000001',
] as const;

/** Creates a store with these ids, and finds some in it. */
async function storeWith(...present: string[]) {
  const { store } = await temporaryStore();
  const rows = present.map((id) => ({ id, ...inquiry }));
  await store.db.insertInto('inquiries').values(rows).execute();
  return (prefix: string) => findByIdPrefix(store, prefix);
}

it('finds an inquiry by its id, or by any beginning that no other has', async () => {
  const find = await storeWith(...ids);
  for (const prefix of [ids[1], '01a1fd11-5a8a', '01a1fd11-5a8a-', '01A1FD115A8A'])
    expect(await find(prefix), prefix).toEqual([{ id: ids[1], ...inquiry }]);
  expect(await find('01b')).toMatchObject([{ id: ids[2] }]);
  for (const prefix of ['02', `${ids[0]}0`, '01%', '', '-'])
    expect(await find(prefix), prefix).toEqual([]);
});

it('finds those that a beginning stands for, up to five', async () => {
  const find = await storeWith(...ids);
  expect(await find('01a1')).toMatchObject([{ id: ids[0] }, { id: ids[1] }]);
  const many = Array.from({ length: 9 }, (_, digit) => ids[2].replace(/.$/, String(digit)));
  const findOther = await storeWith(...many);
  expect(await findOther('01b')).toMatchObject(many.slice(0, 5).map((id) => ({ id })));
});

/** Creates a store, in which `submit` stores an inquiry from an address, a second after the last. */
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
