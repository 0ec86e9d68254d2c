import { describe, expect, it } from 'vitest';
import { sampleInquiry } from '../test/sample-inquiry.ts';
import { temporaryStore } from '../test/temporary-store.ts';
import { listInquiries } from './list-inquiries.ts';
import { StoreUnavailable } from './store-unavailable.ts';
import { submitInquiry } from './submit-inquiry.ts';

describe('listInquiries', () => {
  it('lists the newest first, and no more than the limit', async () => {
    const { store } = await temporaryStore();
    await submitInquiry({ store, clock: () => 2000 }, { ...sampleInquiry, firstName: 'Second' });
    await submitInquiry({ store, clock: () => 3000 }, { ...sampleInquiry, firstName: 'Third' });
    await submitInquiry({ store, clock: () => 1000 }, { ...sampleInquiry, firstName: 'First' });

    const names = (await listInquiries(store)).map(({ firstName }) => firstName);
    expect(names).toEqual(['Third', 'Second', 'First']);
    const [newest, ...rest] = await listInquiries(store, { limit: 1 });
    expect(newest).toMatchObject({ firstName: 'Third', receivedAt: '1970-01-01T00:00:03.000Z' });
    expect(rest).toEqual([]);
  });

  it('leaves out what was left out', async () => {
    const { store } = await temporaryStore();
    const { fundingStage, investmentAmount, ...others } = sampleInquiry;
    expect([fundingStage, investmentAmount]).not.toContain(undefined);
    await submitInquiry({ store, clock: Date.now }, { ...others, persona: 'advisor' });
    const [inquiry] = await listInquiries(store);
    expect(Object.keys(inquiry ?? {})).toEqual([
      'id',
      'receivedAt',
      'status',
      ...Object.keys(others),
    ]);
  });

  it('gives back every script and emoji as it came', async () => {
    const { store } = await temporaryStore();
    const message = 'नमस्ते 👩🏽‍💻 שלום\n\tصباح الخير 漢字 \ufeff e\u0301';
    await submitInquiry({ store, clock: Date.now }, { ...sampleInquiry, message });
    const [inquiry] = await listInquiries(store);
    expect(inquiry?.message).toBe(message);
  });

  it('throws StoreUnavailable when the store fails', async () => {
    const { store } = await temporaryStore();
    await store.close();
    await expect(listInquiries(store)).rejects.toThrow(StoreUnavailable);
  });
});
