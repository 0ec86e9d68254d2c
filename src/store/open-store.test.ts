import { inspect } from 'node:util';
import { describe, expect, it } from 'vitest';
import { sampleInquiry } from '../../tests/fixtures/sample-inquiry.ts';
import { temporaryLocation, temporaryStore } from '../../tests/fixtures/temporary-store.ts';
import { companySizes, fields, personas, timelines } from '../inquiry/inquiry.ts';
import { StoreUnavailable } from './store-errors.ts';
import { openStore } from './open-store.ts';
import type { Store } from './store.ts';
import type { Tables } from './tables.ts';

const row: Tables['inquiries'] = {
  id: '01a1fd11-5a89-78ff-b898-08a7c7dde223',
  receivedAt: '2026-11-21T07:45:35.369Z',
  status: 'new',
  ...sampleInquiry,
};

const insert = ({ db }: Store, ...rows: (typeof row)[]) =>
  db.insertInto('inquiries').values(rows).execute();

it('processes that open a new store at once use one secret', async () => {
  const location = await temporaryLocation();
  const stores = await Promise.all(Array.from({ length: 4 }, () => openStore(location)));
  const [one, ...others] = stores.map(({ hashKey }) => hashKey);
  expect(others).toEqual(Array(3).fill(one));
  await Promise.all(stores.map((store) => store.close()));
});

describe('the tables', () => {
  it('accept every choice and the longest texts of the schema', async () => {
    const { store } = await temporaryStore();
    const longest = Object.entries(fields).flatMap(([name, field]) =>
      field.kind === 'text' ? [[name, 'x'.repeat(field.maxLength)]] : [],
    );
    const withoutFunding = { fundingStage: null, investmentAmount: null };
    const everyChoice = [
      ...Object.keys(personas).map((persona) => ({ persona, ...withoutFunding })),
      ...Object.keys(companySizes).map((companySize) => ({ companySize })),
      ...Object.keys(timelines).map((timeline) => ({ timeline })),
      Object.fromEntries(longest),
    ];
    const rows = everyChoice.map((changes, index) => ({
      ...row,
      ...changes,
      id: row.id.slice(0, 34) + String(index).padStart(2, '0'),
    }));
    await insert(store, ...(rows as (typeof row)[]));
    expect(await store.db.selectFrom('inquiries').selectAll().execute()).toHaveLength(rows.length);
  });

  it.each<object>([
    { persona: 'pirate' },
    { companySize: '12' },
    { timeline: 'soon' },
    { status: 'lost' },
    { firstName: '' },
    { role: '' },
    { company: 'x'.repeat(201) },
    { message: 'too short' },
    { message: null },
    { persona: 'other' },
  ])('refuse what the schema refuses, without exposing the values: %j', async (changes) => {
    const { store } = await temporaryStore();
    const error = await insert(store, { ...row, ...changes }).catch((error: unknown) => error);
    expect(error).toBeInstanceOf(Error);
    expect(error).not.toBeInstanceOf(StoreUnavailable);
    expect(inspect(error)).not.toMatch(/Ada|Lovelace|analytical|partnership/);
  });
});
