import { expect, it } from 'vitest';
import { storeInquiry } from '../../../tests/fixtures/store-inquiry.ts';
import { temporaryStore } from '../../../tests/fixtures/temporary-store.ts';
import { computeDeadline } from '../../inquiry/deadlines.ts';
import { hourMs } from '../../text/format-time.ts';
import { type DetailedStatusChange, changeStatus } from '../../change-inquiry/change-status.ts';
import { getOutcome, readWeeklyStats } from './weekly-stats.ts';

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
  const read = (weeks: number, timeZone = 'UTC') =>
    readWeeklyStats(store, { weeks, now, timeZone });
  return { store, add, read };
}

const reviewed = { status: 'reviewed', qualified: true } as const;
const responded = { status: 'responded' } as const;
const mistaken = [{ status: 'spam' }, { status: 'new' }] as const;

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

it.each<[string, DetailedStatusChange[], object]>([
  ['spam as no review', [...mistaken], { onTime: 0, late: 1 }],
  [
    'no response to what is not qualified',
    [{ status: 'reviewed', qualified: false }],
    { onTime: 1, responseOnTimeShare: undefined },
  ],
  [
    'no review and response before it was spam',
    [reviewed, responded, ...mistaken],
    { onTime: 0, late: 1, responseOnTimeShare: undefined },
  ],
  [
    'a response after it was spam',
    [reviewed, ...mistaken, responded],
    { onTime: 0, late: 1, responseOnTimeShare: 0 },
  ],
  ['a response in time', [reviewed, responded], { onTime: 1, responseOnTimeShare: 1 }],
  ['no response that became a review', [responded, reviewed], { responseOnTimeShare: 0 }],
  [
    'no response that was declined',
    [responded, { status: 'declined' }],
    { responseOnTimeShare: undefined },
  ],
  ['the last of two responses', [responded, reviewed, responded], { responseOnTimeShare: 0 }],
])('counts %s', async (_, marks, expected) => {
  const { add, read } = await setUp();
  await add('2026-11-16T00:00:00Z', ...marks);
  expect(await read(1)).toMatchObject(expected);
});

it.each([
  ['2026-11-21T12:00:00.000Z', 0, 'onTime'],
  ['2026-11-21T12:00:00.001Z', 0, 'late'],
  [undefined, 0, 'waiting'],
  [undefined, 1, 'late'],
] as const)('a review at %s, seen %i ms after the deadline, is %s', (doneAt, ms, outcome) => {
  expect(getOutcome(computeDeadline('review', '2026-11-20T12:00:00.000Z'), doneAt, now + ms)).toBe(
    outcome,
  );
});

it.each<[string, DetailedStatusChange[], string]>([
  ['new', [], 'open'],
  ['qualified', [{ status: 'reviewed', qualified: true }], 'qualified'],
  [
    'qualified and answered',
    [{ status: 'reviewed', qualified: true }, { status: 'responded' }],
    'qualified',
  ],
  ['answered without a review', [{ status: 'responded' }], 'responded'],
  ['not qualified', [{ status: 'reviewed', qualified: false }], 'declined'],
  ['declined', [{ status: 'declined' }], 'declined'],
  ['spam', [{ status: 'spam' }], 'spam'],
])('counts an inquiry that is %s by its outcome', async (_, updates, outcome) => {
  const { store } = await temporaryStore();
  const id = await storeInquiry(store, {}, { at: now });
  for (const update of updates)
    await changeStatus({ store, clock: () => now, destinations: [] }, id, update);
  const { outcomes } = await readWeeklyStats(store, { weeks: 1, now, timeZone: 'UTC' });
  const counted = Object.entries(outcomes).filter(([, count]) => count > 0);
  expect(counted).toEqual([[outcome, 1]]);
});
