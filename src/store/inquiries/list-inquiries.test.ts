import { describe, expect, it } from 'vitest';
import { type Seed, setUpCommands } from '../../../tests/fixtures/command-line.ts';
import { sampleInquiry } from '../../../tests/fixtures/sample-inquiry.ts';
import { temporaryStore } from '../../../tests/fixtures/temporary-store.ts';
import { getDeadline } from '../../inquiry/deadlines.ts';
import { addedFields } from '../../inquiry/stored-inquiry.ts';
import { receiveInquiry } from '../../receive-inquiry/receive-inquiry.ts';
import { toIso } from '../../text/format-time.ts';
import { toBatches } from '../batches.ts';
import { listDue } from './due-inquiries.ts';
import { listInquiries } from './list-inquiries.ts';

const noon = Date.parse('2026-11-21T12:00:00.000Z');
const idsOf = (inquiries: { id: string }[]) => inquiries.map(({ id }) => id);

describe('listInquiries', () => {
  it('omits missing optional fields, and preserves every script and emoji', async () => {
    const { store } = await temporaryStore();
    const { fundingStage, investmentAmount, ...others } = sampleInquiry;
    expect([fundingStage, investmentAmount]).not.toContain(undefined);
    const message = 'नमस्ते 👩🏽‍💻 שלום\n\tصباح الخير 漢字 \ufeff e\u0301';
    const submitted = { ...others, persona: 'advisor' as const, message };
    await receiveInquiry({ store, clock: Date.now, destinations: [] }, submitted);
    const [inquiry] = await listInquiries(store);
    const added: string[] = addedFields;
    const released = Object.keys(others).filter((name) => !added.includes(name));
    expect(Object.keys(inquiry ?? {})).toEqual([
      ...['id', 'receivedAt', 'status', ...released],
      ...added.filter((name) => name in others),
    ]);
    expect(inquiry?.message).toBe(message);
  });

  it('has the inquiries of several pages, newest first and then by id, as listDue by deadline', async () => {
    const { store } = await temporaryStore();
    const reviewed = { status: 'reviewed', qualified: 1 } as const;
    const oldestFirst = Array.from({ length: 1100 }, (_, index) => ({
      ...sampleInquiry,
      id: `01a1fd11-5a89-78ff-b898-${String(index).padStart(12, '0')}`,
      // Three arrive at a time, so that pages begin and end within such a group.
      receivedAt: toIso(noon + Math.floor(index / 3) * 600_000),
      ...(index % 2 ? { status: 'new' as const } : reviewed),
    }));
    const newestFirst = oldestFirst.toReversed();
    for (const batch of toBatches(newestFirst))
      await store.db.insertInto('inquiries').values(batch).execute();
    expect(idsOf(await listInquiries(store))).toEqual(idsOf(newestFirst));
    expect(idsOf(await listInquiries(store, { limit: 3 }))).toEqual(idsOf(newestFirst.slice(0, 3)));
    const due = await listDue(store);
    for (const status of ['new', 'reviewed'] as const) {
      const select = (all: { id: string; status: string }[]) =>
        idsOf(all.filter((one) => one.status === status));
      expect(idsOf(await listInquiries(store, { status }))).toEqual(select(newestFirst));
      expect(select(due)).toEqual(select(oldestFirst));
    }
    const times = due.map((inquiry) => getDeadline(inquiry)?.at);
    expect(times).toEqual(times.toSorted());
  });
});

/** Creates a store with these inquiries, and lists first names. */
async function setUp(...seeds: Seed[]) {
  const { store } = await setUpCommands(...seeds);
  const namesBy = (list: typeof listInquiries) => async (filters: Parameters<typeof list>[1]) =>
    (await list(store, filters)).map(({ firstName }) => firstName);
  return { list: namesBy(listInquiries), due: namesBy(listDue) };
}

const people = [
  { firstName: 'Ada', lastName: 'Lovelace', email: 'ada@one.example', company: 'Engines' },
  { firstName: 'José', lastName: 'Ortega', email: 'jo@two.example', company: 'Straße 100%' },
  {
    firstName: 'Grace',
    lastName: 'Hopper',
    email: 'grace@three.example',
    company: 'Ada_Labs',
    mark: { status: 'declined' },
  },
] satisfies Seed[];

it('listInquiries finds by a part of a name, address or company, ignoring case and accents', async () => {
  const { list } = await setUp(...people);
  for (const [search, found] of Object.entries({
    'ada lov': ['Ada'],
    'Ortega J': ['José'],
    'grace@th': ['Grace'],
    engin: ['Ada'],
    ngines: ['Ada'],
    'ada engines': [],
    ADA: ['Grace', 'Ada'],
    // Wildcards and SQL are plain text.
    '%': ['José'],
    ada_: ['Grace'],
    'strasse 100%': ['José'],
    "' or 1=1 --": [],
  }))
    expect(await list({ search }), search).toEqual(found);
  expect(await list({ search: 'ada', limit: 1 })).toEqual(['Grace']);
  expect(await list({ search: 'ada', status: 'new', limit: 1 })).toEqual(['Ada']);
});

it('listDue lists awaiting inquiries, most urgent first, also with filters', async () => {
  const { due } = await setUp(
    { firstName: 'Qualified', mark: { status: 'reviewed', qualified: true } },
    { firstName: 'Unqualified', mark: { status: 'reviewed', qualified: false } },
    { firstName: 'Spam', mark: { status: 'spam' } },
    { firstName: 'Answered', mark: { status: 'responded' } },
    { firstName: 'New' },
    { firstName: 'Declined', mark: { status: 'declined' } },
    { firstName: 'Newer' },
  );
  expect(await due({})).toEqual(['New', 'Newer', 'Qualified']);
  expect(await due({ limit: 2 })).toEqual(['New', 'Newer']);
  expect(await due({ status: 'reviewed' })).toEqual(['Qualified']);
  expect(await due({ status: 'spam' })).toEqual([]);
  expect(await due({ search: 'newe' })).toEqual(['Newer']);
});
