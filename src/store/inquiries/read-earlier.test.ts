import { expect, it } from 'vitest';
import { storeInquiry } from '../../../tests/fixtures/store-inquiry.ts';
import { temporaryStore } from '../../../tests/fixtures/temporary-store.ts';
import { findInquiry } from './find-inquiry.ts';
import { readEarlier } from './read-earlier.ts';

async function setUp() {
  const { store } = await temporaryStore();
  let now = Date.parse('2026-11-21T12:00:00.000Z');
  const submit = (email: string) => storeInquiry(store, { email }, { at: (now += 1000) });
  const read = async (id: string) => {
    const found = await findInquiry(store, id);
    if (found.outcome !== 'found') throw new Error(found.outcome);
    return (await readEarlier(store, found.inquiry)).map((inquiry) => inquiry.id);
  };
  return { submit, read };
}

it('finds what came earlier from the address, ignoring case, newest first', async () => {
  const { submit, read } = await setUp();
  const first = await submit('Ada@One.example');
  const second = await submit('ada@one.example');
  await submit('adá@one.example');
  await submit('grace@one.example');
  const id = await submit('ADA@one.example');
  await submit('ada@one.example');
  expect(await read(id)).toEqual([second, first]);
  expect(await read(first)).toEqual([]);
});

it('finds the last ten', async () => {
  const { submit, read } = await setUp();
  const ids: string[] = [];
  for (let count = 0; count < 12; count += 1) ids.unshift(await submit('ada@one.example'));
  expect(await read(ids[0] ?? '')).toEqual(ids.slice(1, 11));
});
