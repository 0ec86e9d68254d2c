import { expect, it } from 'vitest';
import { storeInquiry } from '../../tests/fixtures/store-inquiry.ts';
import { temporaryStore } from '../../tests/fixtures/temporary-store.ts';
import { changeStatus, type DetailedStatusChange } from '../change-inquiry/change-status.ts';
import { streamWithHistory } from '../store/inquiries/list-inquiries.ts';
import { hourMs } from '../text/format-time.ts';
import { computeWeeklyStats, getPeriodStart } from './weekly-stats.ts';

const now = Date.parse('2026-11-21T12:00:00.000Z');

/** Creates a store; `add` stores an inquiry that is marked every 23 hours. */
async function setUp() {
  const { store } = await temporaryStore();
  async function add(receivedAt: string, ...marks: DetailedStatusChange[]) {
    const receivedMs = Date.parse(receivedAt);
    const id = await storeInquiry(store, {}, { at: receivedMs });
    for (const [index, mark] of marks.entries()) {
      const clock = () => receivedMs + (index + 1) * 23 * hourMs;
      await changeStatus({ store, clock, destinations: [] }, id, mark);
    }
  }
  const read = (weeks: number, timeZone = 'UTC') => {
    const period = { weeks, now, timeZone };
    return computeWeeklyStats(streamWithHistory(store, { since: getPeriodStart(period) }), period);
  };
  return { store, add, read };
}

const reviewed = { status: 'reviewed', qualified: true } as const;
const responded = { status: 'responded' } as const;

it('counts in weeks of the time zone, without suspected spam', async () => {
  const { store, add, read } = await setUp();
  await add('2026-11-16T04:59:59Z');
  await add('2026-11-16T05:00:00Z');
  const weeks = ['2026-11-09', '2026-11-16'].map((week) => ({ week, received: 1 }));
  expect(await read(2, 'America/New_York')).toMatchObject({ received: 2, weeks });
  await store.db.updateTable('inquiries').set({ suspectedSpam: 'link in the name' }).execute();
  const none = { received: 0, onTimeShare: undefined };
  expect(await read(2, 'America/New_York')).toMatchObject(none);
});

it('counts outcomes, and computes shares of what is done or overdue', async () => {
  const { add, read } = await setUp();
  await add('2026-11-16T00:00:00Z', reviewed, responded);
  await add('2026-11-16T00:00:00Z', { status: 'spam' }, { status: 'new' }, reviewed, responded);
  await add('2026-11-16T00:00:00Z', { status: 'declined' });
  await add('2026-11-16T00:00:00Z', { status: 'spam' });
  await add('2026-11-21T11:00:00Z');
  expect(await read(1)).toMatchObject({
    ...{ received: 4, onTime: 2, late: 1, waiting: 1 },
    ...{ onTimeShare: 2 / 3, responseOnTimeShare: 1 / 2 },
    outcomes: { qualified: 2, responded: 0, declined: 1, spam: 1, open: 1 },
  });
});
