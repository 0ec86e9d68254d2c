import { inspect } from 'node:util';
import { describe, expect, it } from 'vitest';
import { sampleInquiry } from '../../tests/fixtures/sample-inquiry.ts';
import { storeInquiry } from '../../tests/fixtures/store-inquiry.ts';
import { temporaryLocation, temporaryStore } from '../../tests/fixtures/temporary-store.ts';
import { restoreState } from '../change-inquiry/change-status.ts';
import { withLockedInquiry } from '../change-inquiry/locked-inquiry.ts';
import { maxChangeLengths } from '../inquiry/history.ts';
import { fieldRecords, type Inquiry, messageMinLength, parseInquiry } from '../inquiry/inquiry.ts';
import { statuses } from '../inquiry/status.ts';
import { findInquiry } from './inquiries/find-inquiry.ts';
import { readHistory } from './inquiries/read-history.ts';
import { openStore } from './open-store.ts';
import type { Store } from './store.ts';
import { StoreUnavailable } from './store-errors.ts';
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

/** Returns an address of this length, whose parts have the maximum length. */
function longestAddress(length: number): string {
  const start = `${'x'.repeat(64)}@${'b'.repeat(63)}.${'c'.repeat(63)}.`;
  return start + 'd'.repeat(length - start.length);
}

describe('the tables', () => {
  const changes: Partial<Record<keyof Inquiry, string>>[] = [];
  for (const [name, field] of Object.entries(fieldRecords)) {
    if (field.kind === 'choice') {
      for (const choice of Object.keys(field.choices)) changes.push({ [name]: choice });
      continue;
    }
    if (name === 'email') {
      changes.push({ email: 'x@b.co' }, { email: longestAddress(field.maxLength) });
      continue;
    }
    const minLength = name === 'message' ? messageMinLength : 1;
    changes.push({ [name]: 'x'.repeat(minLength) }, { [name]: 'x'.repeat(field.maxLength) });
  }

  it.each(changes)('accept what the schema accepts: %j', async (change) => {
    const { store } = await temporaryStore();
    const parsed = parseInquiry({ ...sampleInquiry, ...change });
    if (!parsed.ok) throw new Error(`The schema refuses it: ${JSON.stringify(parsed.fields)}`);
    const id = await storeInquiry(store, parsed.inquiry);
    expect(await findInquiry(store, id)).toMatchObject(parsed.inquiry);
  });

  it.each(statuses)('accept the status %s, with the longest texts of a change', async (status) => {
    const { store } = await temporaryStore();
    const id = await storeInquiry(store, { email: `${status}@example.com` });
    const by = 'x'.repeat(maxChangeLengths.by);
    const note = 'x'.repeat(maxChangeLengths.note);
    await withLockedInquiry({ store, clock: Date.now, destinations: [] }, id, (locked) =>
      restoreState(locked, { status }, { by, note }),
    );
    expect(await findInquiry(store, id)).toMatchObject({ status });
    expect(await readHistory(store, id)).toMatchObject([{ status, by, note }]);
  });

  it.each<object>([
    { id: 'short' },
    { receivedAt: 'today' },
    { assignedAt: 'today' },
    { qualified: 2 },
    { status: null },
    { message: null },
  ])('refuse what no inquiry has, without exposing the values: %j', async (changes) => {
    const { store } = await temporaryStore();
    const error = await insert(store, { ...row, ...changes }).catch((error: unknown) => error);
    expect(error).toBeInstanceOf(Error);
    expect(error).not.toBeInstanceOf(StoreUnavailable);
    expect(inspect(error)).not.toMatch(/Ada|Lovelace|analytical|partnership/);
  });
});
