import { DatabaseSync } from 'node:sqlite';
import { describe, expect, it, vi } from 'vitest';
import { storeInquiry } from '../../../tests/fixtures/store-inquiry.ts';
import { temporaryFile, temporaryStore } from '../../../tests/fixtures/temporary-store.ts';
import type { Store } from '../store.ts';
import { findByEmail, findInquiry } from './find-inquiry.ts';
import { listDue, listInquiries, streamWithHistory } from './list-inquiries.ts';

async function setUp() {
  const location = temporaryFile();
  const { store } = await temporaryStore({ location });
  await storeInquiry(store);
  const explainPlans = (task: (store: Store) => Promise<unknown>) =>
    explainQueryPlans(location.file, () => task(store));
  return { explainPlans };
}

/**
 * Returns the query plan steps of the queries that `work` runs on the store in `file`. Each query
 * is listed once, because statements stay prepared.
 */
async function explainQueryPlans(file: string, work: () => Promise<unknown>) {
  const prepare = vi.spyOn(DatabaseSync.prototype, 'prepare');
  await work();
  const queries = prepare.mock.calls
    .map(([query]) => query)
    .filter((query) => /^\s*(select|with|insert)/i.test(query));
  prepare.mockRestore();

  const database = new DatabaseSync(file);
  const plans = queries.flatMap((query) => database.prepare(`explain query plan ${query}`).all());
  database.close();
  return plans.map(({ detail }) => String(detail));
}

describe('the indexes', () => {
  it('serve lists without scanning or sorting', async () => {
    const { explainPlans } = await setUp();
    expect(await explainPlans((store) => listInquiries(store, { limit: 9 }))).toEqual([
      'SCAN inquiries USING INDEX inquiries_by_arrival',
    ]);
    expect(
      await explainPlans((store) => listInquiries(store, { status: 'new', limit: 9 })),
    ).toEqual(['SEARCH inquiries USING INDEX inquiries_by_status (status=?)']);
    expect(await explainPlans((store) => listDue(store, { limit: 9 }))).toEqual([
      'SEARCH inquiries USING INDEX inquiries_by_status (status=?)',
      'SEARCH inquiries USING INDEX qualified_inquiries_by_status (status=?)',
    ]);
    expect(await explainPlans((store) => streamWithHistory(store).next())).toEqual([
      'SEARCH inquiries USING INDEX inquiries_by_arrival ((received_at,id)>(?,?))',
      'SEARCH events USING INDEX events_by_inquiry (inquiry_id=?)',
    ]);
  });

  it('find all inquiries from an address, without sorting', async () => {
    const { explainPlans } = await setUp();
    expect(await explainPlans((store) => findByEmail(store, 'ada@one.example'))).toEqual([
      'SEARCH inquiries USING INDEX inquiries_by_email (search_email=?)',
    ]);
  });

  it('find equal messages of the last day', async () => {
    const location = temporaryFile();
    const { store } = await temporaryStore({ location });
    expect(await explainQueryPlans(location.file, () => storeInquiry(store))).toContain(
      'SEARCH inquiries USING INDEX inquiries_by_message (message_key=? AND received_at>?)',
    );
  });

  it('find an inquiry by an id prefix', async () => {
    const { explainPlans } = await setUp();
    expect(await explainPlans((store) => findInquiry(store, '01a1'))).toEqual([
      expect.stringMatching(/^SEARCH inquiries USING INDEX .*\(id>\? AND id<\?\)/),
    ]);
  });
});
