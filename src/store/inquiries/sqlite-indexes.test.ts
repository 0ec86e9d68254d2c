import { describe, expect, it } from 'vitest';
import { explainedPlans } from '../../../tests/fixtures/explain-query-plans.ts';
import { sampleInquiry } from '../../../tests/fixtures/sample-inquiry.ts';
import { temporaryFile, temporaryStore } from '../../../tests/fixtures/temporary-store.ts';
import { submitInquiry } from '../../http/contact/submit-inquiry.ts';
import type { Store } from '../store.ts';
import { idsByEmail } from './delete-inquiries.ts';
import { findInquiry } from './find-inquiry.ts';
import { listInquiries, selectInquiries, type Selection, streamDue } from './list-inquiries.ts';
import { streamInquiries } from './stream-inquiries.ts';

async function setUp() {
  const location = temporaryFile();
  const { store } = await temporaryStore({ location });
  await submitInquiry({ store, clock: Date.now }, sampleInquiry);
  const plansOf = (work: (store: Store) => Promise<unknown>) =>
    explainedPlans(location.file, () => work(store));
  return { plansOf };
}

describe('the indexes', () => {
  it('answer lists without a look at other inquiries, and without sorting them', async () => {
    const { plansOf } = await setUp();
    expect(await plansOf((store) => listInquiries(store, { limit: 9 }))).toEqual([
      'SCAN inquiries USING INDEX inquiries_by_arrival',
    ]);
    expect(await plansOf((store) => listInquiries(store, { status: 'new', limit: 9 }))).toEqual([
      'SEARCH inquiries USING INDEX inquiries_by_status (status=?)',
    ]);
    expect(await plansOf((store) => Array.fromAsync(streamDue(store, { limit: 9 })))).toEqual([
      'SEARCH inquiries USING INDEX inquiries_by_status (status=?)',
      'SEARCH inquiries USING INDEX qualified_inquiries_by_status (status=?)',
    ]);
    expect(await plansOf((store) => streamInquiries(store).next())).toEqual([
      'SEARCH inquiries USING INDEX inquiries_by_arrival ((received_at,id)>(?,?))',
    ]);
  });

  it('answer a search, also with a status and for the next page, by a range of each key', async () => {
    const { plansOf } = await setUp();
    const after = { receivedAt: new Date().toISOString(), id: 'f'.repeat(36) };
    const searches: Partial<Selection>[] = [{}, { status: 'declined' }, { after }];
    for (const more of searches) {
      const plans = await plansOf((store) =>
        selectInquiries(store, { search: 'ada', order: 'desc', limit: 9, ...more }),
      );
      for (const key of ['name', 'surname', 'email', 'company']) {
        const index = `inquiries_by_${key} (search_${key}>? AND search_${key}<?)`;
        expect(plans).toContain(`SEARCH inquiries USING INDEX ${index}`);
      }
    }
  });

  it('find all inquiries from an address', async () => {
    const { plansOf } = await setUp();
    expect(await plansOf((store) => idsByEmail(store, 'ada@one.example'))).toContain(
      'SEARCH inquiries USING INDEX inquiries_by_email (search_email=?)',
    );
  });

  it('find an inquiry by the beginning of its id', async () => {
    const { plansOf } = await setUp();
    expect(await plansOf((store) => findInquiry(store, '01a1'))).toEqual([
      expect.stringMatching(/^SEARCH inquiries USING INDEX .*\(id>\? AND id<\?\)/),
    ]);
  });
});
