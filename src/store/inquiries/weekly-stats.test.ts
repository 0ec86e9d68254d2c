import { describe, expect, it } from 'vitest';
import { storeInquiry } from '../../../tests/fixtures/store-inquiry.ts';
import { temporaryStore } from '../../../tests/fixtures/temporary-store.ts';
import { type StatusUpdate, updateStatus } from './update-status.ts';
import { readWeeklyStats, reviewOutcome } from './weekly-stats.ts';

const hourMs = 60 * 60 * 1000;
const now = Date.parse('2026-11-21T12:00:00.000Z');

async function setUp() {
  const { store } = await temporaryStore();
  async function add(receivedAt: string, ...marks: StatusUpdate[]) {
    const receivedMs = Date.parse(receivedAt);
    const id = await storeInquiry(store, {}, { at: receivedMs });
    for (const [index, mark] of marks.entries()) {
      const clock = () => receivedMs + (index + 1) * 23 * hourMs;
      await updateStatus({ store, clock }, id, mark);
    }
  }
  return { store, add };
}

describe('readWeeklyStats', () => {
  it('counts each week by timeliness of reviews', async () => {
    const { store, add } = await setUp();
    await add('2026-11-09T00:00:00Z', { status: 'declined' }, { status: 'responded' });
    await add('2026-11-15T23:59:59Z');
    await add('2026-11-20T11:59:59Z');
    await add('2026-11-20T12:00:00Z');
    const { weeks } = await readWeeklyStats(store, { weeks: 2, now, timeZone: 'UTC' });
    expect(weeks).toEqual([
      { week: '2026-11-09', received: 2, onTime: 1, late: 1, waiting: 0 },
      { week: '2026-11-16', received: 2, onTime: 0, late: 1, waiting: 1 },
    ]);
  });

  it('counts in weeks of the time zone, without suspected spam', async () => {
    const { store, add } = await setUp();
    await add('2026-11-16T04:59:59Z');
    await add('2026-11-16T05:00:00Z');
    const period = { weeks: 2, now, timeZone: 'America/New_York' };
    const weeks = [
      { week: '2026-11-09', received: 1 },
      { week: '2026-11-16', received: 1 },
    ];
    expect(await readWeeklyStats(store, period)).toMatchObject({ received: 2, weeks });
    await store.db.updateTable('inquiries').set({ suspectedSpam: 'link in the name' }).execute();
    expect(await readWeeklyStats(store, period)).toMatchObject({
      received: 0,
      onTimeShare: undefined,
    });
  });

  it('does not count spam as a review', async () => {
    const { store, add } = await setUp();
    await add('2026-11-16T00:00:00Z', { status: 'spam' }, { status: 'new' });
    const { weeks } = await readWeeklyStats(store, { weeks: 1, now, timeZone: 'UTC' });
    expect(weeks).toMatchObject([{ onTime: 0, late: 1 }]);
  });

  it('expects no response to an inquiry that is not qualified', async () => {
    const { store, add } = await setUp();
    await add('2026-11-16T00:00:00Z', { status: 'reviewed', qualified: false });
    const { responseOnTimeShare } = await readWeeklyStats(store, {
      weeks: 1,
      now,
      timeZone: 'UTC',
    });
    expect(responseOnTimeShare).toBeUndefined();
  });

  it('restarts the review of reopened spam', async () => {
    const { store, add } = await setUp();
    const reviewed = { status: 'reviewed', qualified: true } as const;
    const responded = { status: 'responded' } as const;
    const mistaken = [{ status: 'spam' }, { status: 'new' }] as const;
    await add('2026-11-16T00:00:00Z', reviewed, responded, ...mistaken);
    await add('2026-11-16T00:00:00Z', reviewed, ...mistaken, responded);
    const stats = await readWeeklyStats(store, { weeks: 1, now, timeZone: 'UTC' });
    expect(stats).toMatchObject({ onTime: 0, late: 2, responseOnTimeShare: 0 });
  });

  it('does not count a response that was corrected', async () => {
    const { store, add } = await setUp();
    const reviewed = { status: 'reviewed', qualified: true } as const;
    const responded = { status: 'responded' } as const;
    await add('2026-11-16T00:00:00Z', responded, reviewed);
    await add('2026-11-16T01:00:00Z', responded, { status: 'declined' });
    const stats = await readWeeklyStats(store, { weeks: 1, now, timeZone: 'UTC' });
    expect(stats).toMatchObject({ responseOnTimeShare: 0 });
    await add('2026-11-16T02:00:00Z', responded, reviewed, responded);
    const corrected = await readWeeklyStats(store, { weeks: 1, now, timeZone: 'UTC' });
    expect(corrected).toMatchObject({ responseOnTimeShare: 0 });
  });
});

describe('reviewOutcome', () => {
  const receivedAt = '2026-11-20T12:00:00.000Z';

  it('is on time until the deadline', () => {
    expect(reviewOutcome(receivedAt, '2026-11-21T12:00:00.000Z', now)).toBe('onTime');
    expect(reviewOutcome(receivedAt, '2026-11-21T12:00:00.001Z', now)).toBe('late');
  });

  it('is waiting until the deadline without a review', () => {
    expect(reviewOutcome(receivedAt, undefined, now)).toBe('waiting');
    expect(reviewOutcome(receivedAt, undefined, now + 1)).toBe('late');
  });
});
