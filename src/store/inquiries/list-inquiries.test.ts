import { describe, expect, it } from 'vitest';
import { sampleInquiry } from '../../../tests/fixtures/sample-inquiry.ts';
import { storeInquiry } from '../../../tests/fixtures/store-inquiry.ts';
import { temporaryStore } from '../../../tests/fixtures/temporary-store.ts';
import { receiveInquiry } from '../../receive-inquiry/receive-inquiry.ts';
import { getDeadline } from '../../inquiry/deadlines.ts';
import type { Inquiry } from '../../inquiry/inquiry.ts';
import { StoreUnavailable } from '../store-errors.ts';
import type { Store } from '../store.ts';
import { findInquiry } from './find-inquiry.ts';
import { listDue, listInquiries } from './list-inquiries.ts';
import { addedFields } from './stored-inquiry.ts';
import { type StatusUpdate, updateStatus } from './update-status.ts';
import { readWeeklyStats } from './weekly-stats.ts';

/** Inserts inquiries without deliveries, ten minutes apart until now, and returns their ids. */
async function insertInquiries({ db }: Store, count: number): Promise<string[]> {
  const now = Date.now();
  const rows = Array.from({ length: count }, (_, index) => ({
    ...sampleInquiry,
    id: `01a1fd11-5a89-78ff-b898-${String(index).padStart(12, '0')}`,
    receivedAt: new Date(now - (count - index) * 600_000).toISOString(),
    status: 'new' as const,
  }));
  await db.transaction().execute(async (transaction) => {
    for (let done = 0; done < count; done += 500)
      await transaction
        .insertInto('inquiries')
        .values(rows.slice(done, done + 500))
        .execute();
  });
  return rows.map(({ id }) => id);
}

const noon = Date.parse('2026-11-21T12:00:00.000Z');
const hourMs = 60 * 60 * 1000;

/** Creates a store with these inquiries, an hour apart, with their status updates. */
async function storeWith(...inquiries: (Partial<Inquiry> & { mark?: StatusUpdate })[]) {
  const { store } = await temporaryStore();
  for (const [index, { mark, ...changes }] of inquiries.entries()) {
    const at = noon + index * hourMs;
    const id = await storeInquiry(store, changes, { at });
    if (mark) await updateStatus({ store, clock: () => at }, id, mark);
  }
  return { store };
}

const namesOf = (inquiries: Pick<Inquiry, 'firstName'>[]) =>
  inquiries.map(({ firstName }) => firstName);

describe('listInquiries', () => {
  it('orders those that arrived at the same time by id', async () => {
    const { store } = await temporaryStore();
    const ids = ['b', 'a', 'c'].map((digit) => `${digit}1a1fd11-5a89-78ff-b898-08a7c7dde223`);
    const [middle, first, last] = ids;
    const receivedAt = '2026-11-21T21:30:00.000Z';
    const rows = ids.map((id) => ({ id, receivedAt, status: 'new' as const, ...sampleInquiry }));
    await store.db.insertInto('inquiries').values(rows).execute();
    const idsOf = (inquiries: { id: string }[]) => inquiries.map(({ id }) => id);
    expect(idsOf(await listInquiries(store))).toEqual([last, middle, first]);
    expect(idsOf(await listDue(store))).toEqual([first, middle, last]);
  });

  it('omits missing optional fields', async () => {
    const { store } = await temporaryStore();
    const { fundingStage, investmentAmount, ...others } = sampleInquiry;
    expect([fundingStage, investmentAmount]).not.toContain(undefined);
    await receiveInquiry({ store, clock: Date.now }, { ...others, persona: 'advisor' });
    const [inquiry] = await listInquiries(store);
    const added: string[] = addedFields;
    const released = Object.keys(others).filter((name) => !added.includes(name));
    expect(Object.keys(inquiry ?? {})).toEqual([
      ...['id', 'receivedAt', 'status', ...released],
      ...added.filter((name) => name in others),
    ]);
  });

  it('preserves every script and emoji', async () => {
    const { store } = await temporaryStore();
    const message = 'नमस्ते 👩🏽‍💻 שלום\n\tصباح الخير 漢字 \ufeff e\u0301';
    await storeInquiry(store, { message });
    const [inquiry] = await listInquiries(store);
    expect(inquiry?.message).toBe(message);
  });
});

it.each<[string, (store: Store) => Promise<unknown>]>([
  ['listInquiries', listInquiries],
  ['findInquiry', (store) => findInquiry(store, '01')],
  ['updateStatus', (store) => updateStatus({ store, clock: Date.now }, '01', { status: 'spam' })],
  ['readWeeklyStats', (store) => readWeeklyStats(store, { weeks: 1, now: noon, timeZone: 'UTC' })],
])('%s throws StoreUnavailable if the store fails', async (_, access) => {
  const { store } = await temporaryStore();
  await store.close();
  await expect(access(store)).rejects.toThrow(StoreUnavailable);
});

describe('listInquiries with a search', () => {
  const people = [
    { firstName: 'Ada', lastName: 'Lovelace', email: 'ada@one.example', company: 'Engines' },
    { firstName: 'José', lastName: 'Ortega', email: 'jo@two.example', company: 'Straße 100%' },
    { firstName: 'Grace', lastName: 'Hopper', email: 'grace@three.example', company: 'Ada_Labs' },
  ];
  async function setUp() {
    const { store } = await storeWith(...people);
    const find = async (search: string, limit?: number) =>
      namesOf(await listInquiries(store, { search, limit }));
    return { find };
  }

  it('finds by a part of a name, address or company, ignoring case and accents', async () => {
    const { find } = await setUp();
    expect(await find('ada', 1)).toEqual(['Grace']);
    for (const [search, found] of Object.entries({
      'ada lov': ['Ada'],
      'Ortega J': ['José'],
      'grace@th': ['Grace'],
      engin: ['Ada'],
      ngines: ['Ada'],
      'ada engines': [],
      ADA: ['Grace', 'Ada'],
      JOSE: ['José'],
      strasse: ['José'],
      // Wildcards and SQL are text.
      '%': ['José'],
      ada_: ['Grace'],
      'strasse 100%': ['José'],
      "' or 1=1 --": [],
    })) {
      expect(await find(search), search).toEqual(found);
    }
  });

  it('combines with a status and a limit', async () => {
    const { store } = await storeWith(
      { firstName: 'Ada' },
      { firstName: 'Adam', mark: { status: 'declined' } },
    );
    const filters = { search: 'ada', status: 'new', limit: 1 } as const;
    expect(namesOf(await listInquiries(store, filters))).toEqual(['Ada']);
  });
});

describe('listDue', () => {
  const inquiries = [
    { firstName: 'Qualified', mark: { status: 'reviewed', qualified: true } },
    { firstName: 'Unqualified', mark: { status: 'reviewed', qualified: false } },
    { firstName: 'Spam', mark: { status: 'spam' } },
    { firstName: 'Answered', mark: { status: 'responded' } },
    { firstName: 'New' },
    { firstName: 'Declined', mark: { status: 'declined' } },
    { firstName: 'Newer' },
  ] satisfies Parameters<typeof storeWith>;

  it('lists awaiting inquiries, most urgent first', async () => {
    const { store } = await storeWith(...inquiries);
    expect(namesOf(await listDue(store))).toEqual(['New', 'Newer', 'Qualified']);
    expect(namesOf(await listDue(store, { limit: 2 }))).toEqual(['New', 'Newer']);
  });

  it('combines with a status and a search', async () => {
    const { store } = await storeWith(...inquiries);
    expect(namesOf(await listDue(store, { status: 'reviewed' }))).toEqual(['Qualified']);
    expect(namesOf(await listDue(store, { status: 'spam' }))).toEqual([]);
    expect(namesOf(await listDue(store, { search: 'newe' }))).toEqual(['Newer']);
  });
});

describe('a list of several pages', () => {
  it('has all, newest first', async () => {
    const { store } = await temporaryStore();
    const idsOf = (found: { id: string }[]) => found.map(({ id }) => id);
    const all = (await insertInquiries(store, 1001)).toReversed();
    const declined = all.filter((_, index) => index % 2 === 0);
    await store.db
      .updateTable('inquiries')
      .set({ status: 'declined' })
      .where('id', 'in', declined)
      .execute();
    expect(idsOf(await listInquiries(store))).toEqual(all);
    expect(idsOf(await listInquiries(store, { limit: 3 }))).toEqual(all.slice(0, 3));
    expect(idsOf(await listInquiries(store, { status: 'declined' }))).toEqual(declined);
  });

  it('has due inquiries by deadline, each once', async () => {
    const { store } = await temporaryStore();
    const ids = await insertInquiries(store, 1100);
    const everyOther = ids.filter((_, index) => index % 2 === 0);
    await store.db
      .updateTable('inquiries')
      .set({ status: 'reviewed', qualified: 1 })
      .where('id', 'in', everyOther)
      .execute();
    const due = await listDue(store);
    expect(new Set(due.map(({ id }) => id)).size).toBe(1100);
    const times = due.map((inquiry) => getDeadline(inquiry)?.at);
    expect(times).toEqual(times.toSorted());
  });
});
