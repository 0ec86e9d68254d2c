import { describe, expect, it } from 'vitest';
import { sampleInquiry } from '../../../tests/fixtures/sample-inquiry.ts';
import { storeInquiry } from '../../../tests/fixtures/store-inquiry.ts';
import { temporaryStore } from '../../../tests/fixtures/temporary-store.ts';
import { findInquiry } from './find-inquiry.ts';
import { readHistory } from './read-history.ts';
import { assignInquiry, type StatusUpdate, updateStatus } from './update-status.ts';

const receivedAt = '2026-11-21T12:00:00.000Z';
const noon = Date.parse(receivedAt);
const hourMs = 60 * 60 * 1000;
const timeAfter = (hours: number) => new Date(noon + hours * hourMs).toISOString();
const reviewed = { status: 'reviewed', qualified: true } as const;

async function setUp() {
  const { store } = await temporaryStore();
  const id = await storeInquiry(store, {}, { at: noon });
  const mark = (change: StatusUpdate, hours = 1) =>
    updateStatus({ store, clock: () => noon + hours * hourMs }, id, change);
  const assign = (assignee: string, hours = 1) => {
    const dependencies = { store, clock: () => noon + hours * hourMs };
    return assignInquiry(dependencies, id, { assignee, by: 'Bob', note: `Hour ${hours}` });
  };
  return { store, id, mark, assign };
}

describe('updateStatus', () => {
  it('records each change with its time, author and note', async () => {
    const { store, id, mark } = await setUp();
    const first = { ...reviewed, qualified: false, by: 'Grace', note: 'Too early.' };
    const second = { ...reviewed, by: 'Ada' };
    await mark(first, 1);
    await mark(second, 2);
    await mark({ status: 'responded' }, 3);
    expect(await readHistory(store, id)).toEqual([
      { at: timeAfter(1), ...first },
      { at: timeAfter(2), ...second },
      { at: timeAfter(3), status: 'responded', qualified: true },
    ]);
  });
});

describe('assignInquiry', () => {
  it('stores who has the inquiry since when, and records each change with the status', async () => {
    const { store, id, mark, assign } = await setUp();
    await assign('Ada', 1);
    await mark({ status: 'declined' }, 2);
    await assign('', 3);
    const inquiry = { id, receivedAt, status: 'declined', ...sampleInquiry };
    expect(await findInquiry(store, id)).toEqual(inquiry);
    expect(await assign('Grace', 4)).toEqual({ outcome: 'refused', reason: 'closed' });
    await mark(reviewed, 5);
    expect(await assign('Grace', 6)).toMatchObject({
      outcome: 'assigned',
      inquiry: { assignee: 'Grace', assignedAt: timeAfter(6) },
    });
    const event = (hours: number, status: string, assignee: string) => ({
      ...{ at: timeAfter(hours), status, assignee },
      ...{ by: 'Bob', note: `Hour ${hours}` },
    });
    expect(await readHistory(store, id)).toEqual([
      event(1, 'new', 'Ada'),
      { at: timeAfter(2), status: 'declined' },
      event(3, 'declined', ''),
      { at: timeAfter(5), ...reviewed },
      { ...event(6, 'reviewed', 'Grace'), qualified: true },
    ]);
  });

  it('keeps the present assignee and its time', async () => {
    const { store, id, assign } = await setUp();
    const unchanged = { outcome: 'refused', reason: 'unchanged' };
    expect(await assign('')).toEqual(unchanged);
    await assign('Ada', 1);
    expect(await assign('Ada', 2)).toEqual(unchanged);
    expect(await findInquiry(store, id)).toMatchObject({ assignedAt: timeAfter(1) });
    expect(await readHistory(store, id)).toHaveLength(1);
  });
});
