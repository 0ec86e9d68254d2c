import { describe, expect, it } from 'vitest';
import { explainQueryPlans } from '../../../tests/fixtures/explain-query-plans.ts';
import { sampleInquiry } from '../../../tests/fixtures/sample-inquiry.ts';
import { storeInquiry } from '../../../tests/fixtures/store-inquiry.ts';
import { temporaryFile, temporaryStore } from '../../../tests/fixtures/temporary-store.ts';
import type { Store } from '../store.ts';
import { findIdsByEmail } from './delete-inquiries.ts';
import { findInquiry } from './find-inquiry.ts';
import { listDue, listInquiries, streamWithHistory } from './list-inquiries.ts';
import { readEarlier } from './read-earlier.ts';
import type { StoredInquiry } from './stored-inquiry.ts';

async function setUp() {
  const location = temporaryFile();
  const { store } = await temporaryStore({ location });
  await storeInquiry(store);
  const explainPlans = (task: (store: Store) => Promise<unknown>) =>
    explainQueryPlans(location.file, () => task(store));
  return { explainPlans };
}

const inquiry: StoredInquiry = {
  id: '01a1fd11-5a89-78ff-b898-08a7c7dde223',
  receivedAt: '2026-11-21T12:00:00.000Z',
  status: 'new',
  ...sampleInquiry,
};

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

  it('find all inquiries from an address', async () => {
    const { explainPlans } = await setUp();
    expect(await explainPlans((store) => findIdsByEmail(store, 'ada@one.example'))).toContain(
      'SEARCH inquiries USING INDEX inquiries_by_email (search_email=?)',
    );
  });

  it('find earlier inquiries from an address, without sorting', async () => {
    const { explainPlans } = await setUp();
    expect(await explainPlans((store) => readEarlier(store, inquiry))).toEqual([
      'SEARCH inquiries USING INDEX inquiries_by_email (search_email=? AND (received_at,id)<(?,?))',
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
