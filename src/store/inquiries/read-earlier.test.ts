import { expect, it } from 'vitest';
import { sampleInquiry } from '../../../tests/fixtures/sample-inquiry.ts';
import { storeInquiry } from '../../../tests/fixtures/store-inquiry.ts';
import { temporaryStore } from '../../../tests/fixtures/temporary-store.ts';
import { deleteInquiries } from './delete-inquiries.ts';
import { findInquiry } from './find-inquiry.ts';
import { type EarlierInquiries, readEarlier } from './read-earlier.ts';
import { type StatusUpdate, updateStatus } from './update-status.ts';

async function setUp() {
  const { store } = await temporaryStore();
  let now = Date.parse('2026-11-21T12:00:00.000Z');
  const clock = () => (now += 1000);
  const submit = async (email: string, ...updates: StatusUpdate[]) => {
    const id = await storeInquiry(store, { email }, { at: clock() });
    for (const update of updates) await updateStatus({ store, clock }, id, update);
    return id;
  };
  const read = async (id: string) => {
    const found = await findInquiry(store, id);
    if (found.outcome !== 'found') throw new Error(found.outcome);
    return readEarlier(store, found.inquiry);
  };
  return { store, submit, read };
}

const idsIn = (groups: EarlierInquiries[]) =>
  groups.map(({ from, entries }) => [from, entries.map(({ id }) => id)]);

it('finds what came earlier from the address, ignoring case, and from its company', async () => {
  const { submit, read } = await setUp();
  const first = await submit('Ada@One.example');
  const colleague = await submit('grace@ONE.example');
  const second = await submit('ada@one.example');
  await submit('ada@two.example');
  await submit('ada@mail.one.example');
  const id = await submit('ADA@one.example');
  await submit('ada@one.example');
  await submit('grace@one.example');
  expect(idsIn(await read(id))).toEqual([
    ['ada@one.example', [second, first]],
    ['one.example', [colleague]],
  ]);
  expect(await read(first)).toEqual([]);
});

it('tells what became of them, and when that was last changed', async () => {
  const { submit, read } = await setUp();
  const { firstName, lastName, company } = sampleInquiry;
  const email = 'ada@one.example';
  await submit(email, { status: 'responded' }, { status: 'reviewed', qualified: false });
  await submit(email);
  const [group] = await read(await submit(email));
  expect(group?.entries).toEqual([
    expect.objectContaining({ status: 'new', receivedAt: '2026-11-21T12:00:04.000Z' }),
    {
      ...{ id: expect.any(String), firstName, lastName, email, company },
      receivedAt: '2026-11-21T12:00:01.000Z',
      status: 'reviewed',
      qualified: false,
      changedAt: '2026-11-21T12:00:03.000Z',
    },
  ]);
  expect(group?.entries[0]).not.toHaveProperty('changedAt');
});

it('lists the last four and counts up to a hundred', async () => {
  const { submit, read } = await setUp();
  const ids: string[] = [];
  for (let count = 0; count < 6; count += 1) ids.unshift(await submit('ada@one.example'));
  const [group] = await read(await submit('ada@one.example'));
  expect(idsIn(group ? [group] : [])).toEqual([['ada@one.example', ids.slice(0, 4)]]);
  expect(group?.more).toBe(2);

  for (let count = 0; count < 100; count += 1) await submit('ada@one.example');
  expect(await read(await submit('ada@one.example'))).toMatchObject([{ more: 96 }]);
});

it('does not connect users of a mail provider, nor addresses that differ by an accent', async () => {
  const { submit, read } = await setUp();
  await submit('grace@gmail.com');
  await submit('jose@one.example');
  await submit('ada@müller.example');
  expect(await read(await submit('ada@gmail.com'))).toEqual([]);
  expect(await read(await submit('ada@muller.example'))).toEqual([]);
  expect(await read(await submit('josé@one.example'))).toMatchObject([{ from: 'one.example' }]);
});

it('omits deleted inquiries', async () => {
  const { store, submit, read } = await setUp();
  await deleteInquiries(store, [await submit('ada@one.example')]);
  expect(await read(await submit('ada@one.example'))).toEqual([]);
});
