import { expect, it } from 'vitest';
import { sampleInquiry } from '../../tests/fixtures/sample-inquiry.ts';
import { temporaryStore } from '../../tests/fixtures/temporary-store.ts';
import { submitInquiry } from '../http/contact/submit-inquiry.ts';
import { leaseDelivery } from './leases.ts';

it('skips a delivery that another process is leasing, without waiting', async () => {
  const { store, location } = await temporaryStore();
  const { store: other } = await temporaryStore({ location });
  const now = Date.parse('2026-11-21T12:00:00.000Z');
  const destinations = ['email'] as const;
  await submitInquiry({ store, clock: () => now - 1, destinations }, sampleInquiry);
  await submitInquiry({ store, clock: () => now, destinations }, sampleInquiry);
  await other.db.transaction().execute(async (transaction) => {
    const first = transaction.selectFrom('deliveries').select('inquiryId').orderBy('nextAttemptAt');
    const locked = await first.limit(1).forUpdate().executeTakeFirstOrThrow();
    const leased = await leaseDelivery(store, 'email', now);
    expect(leased?.inquiryId).toBeDefined();
    expect(leased?.inquiryId).not.toBe(locked.inquiryId);
    expect(await leaseDelivery(store, 'email', now)).toBeUndefined();
  });
});
