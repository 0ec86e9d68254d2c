import { describe, expect, it } from 'vitest';
import { afterFirstQuery } from '../../../tests/fixtures/after-first-query.ts';
import { email, inquirer, webhook } from '../../../tests/fixtures/destinations.ts';
import { storeInquiry } from '../../../tests/fixtures/store-inquiry.ts';
import { repeat, temporaryStore } from '../../../tests/fixtures/temporary-store.ts';
import { listDeliveries } from '../deliveries/list-deliveries.ts';
import { updateStatus, type StatusUpdate } from '../../store/inquiries/update-status.ts';
import { enqueueReminders } from './reminders.ts';

const noon = Date.parse('2026-11-21T12:00:00.000Z');
const hour = 60 * 60 * 1000;

async function setUp() {
  const { store, location } = await temporaryStore();
  const submit = async (mark?: StatusUpdate) => {
    const id = await storeInquiry(store, {}, { at: noon });
    if (mark) await updateStatus({ store, clock: () => noon }, id, mark);
    return id;
  };
  /** Kinds of all deliveries queued until then. */
  const queuedAt = async (afterMs: number) => {
    await enqueueReminders(store, [email, webhook, inquirer], noon + afterMs);
    return (await listDeliveries(store)).map(({ kind }) => kind).sort();
  };
  return { store, location, submit, queuedAt };
}

const qualified = { status: 'reviewed', qualified: true } as const;

describe('a reminder of a review', () => {
  it('is queued once 4 hours before the deadline and once after it', async () => {
    const { submit, queuedAt } = await setUp();
    await submit();
    expect(await queuedAt(20 * hour - 1)).toEqual([]);
    expect(await queuedAt(20 * hour)).toEqual(['review-soon']);
    expect(await queuedAt(24 * hour)).toEqual(['review-soon']);
    expect(await queuedAt(24 * hour + 1)).toEqual(['review-late', 'review-soon']);
    expect(await queuedAt(26 * hour)).toEqual(['review-late', 'review-soon']);
  });

  it('is for the team alone, and keeps its due time if queued late', async () => {
    const { store, submit, queuedAt } = await setUp();
    const inquiryId = await submit();
    await queuedAt(23 * hour);
    expect(await listDeliveries(store)).toMatchObject([
      { inquiryId, destination: 'email', nextAttemptAt: '2026-11-22T08:00:00.000Z' },
    ]);
  });

  it('is only the late one if the deadline was missed, and none a day after it', async () => {
    const { submit, queuedAt } = await setUp();
    await submit();
    expect(await queuedAt(48 * hour + 1)).toEqual([]);
    expect(await queuedAt(48 * hour)).toEqual(['review-late']);
  });

  it('is queued for new inquiries only', async () => {
    const { submit, queuedAt } = await setUp();
    await submit({ status: 'spam' });
    await submit({ status: 'declined' });
    await submit({ status: 'reviewed', qualified: false });
    await submit(qualified);
    expect(await queuedAt(25 * hour)).toEqual([]);
  });

  it('is queued once by two processes, of which one queues it after the other has read', async () => {
    const { store, location, submit, queuedAt } = await setUp();
    const { store: other } = await temporaryStore({ location });
    await submit();
    const interrupted = afterFirstQuery(other, () => queuedAt(20 * hour));
    await enqueueReminders(interrupted, [email], noon + 20 * hour);
    expect(await listDeliveries(store)).toHaveLength(1);
  });

  it('is queued for any number of inquiries, 500 in a run', async () => {
    const { store, submit } = await setUp();
    const ids = await repeat(510, submit);
    await enqueueReminders(store, [email], noon + 20 * hour);
    expect(await listDeliveries(store)).toHaveLength(500);
    await enqueueReminders(store, [email], noon + 20 * hour);
    const reminded = (await listDeliveries(store)).map(({ inquiryId }) => inquiryId);
    expect(new Set(reminded)).toEqual(new Set(ids));
  });
});

describe('a reminder of a response', () => {
  it('is queued for qualified inquiries, 44 and 48 hours after their arrival', async () => {
    const { submit, queuedAt } = await setUp();
    await submit(qualified);
    await submit({ status: 'reviewed', qualified: false });
    await submit({ status: 'responded' });
    expect(await queuedAt(44 * hour - 1)).toEqual([]);
    expect(await queuedAt(44 * hour)).toEqual(['response-soon']);
    expect(await queuedAt(48 * hour + 1)).toEqual(['response-late', 'response-soon']);
  });
});
