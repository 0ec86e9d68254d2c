import { expect, it } from 'vitest';
import { sampleInquiry } from '../../tests/fixtures/sample-inquiry.ts';
import { storeInquiry } from '../../tests/fixtures/store-inquiry.ts';
import { temporaryStore } from '../../tests/fixtures/temporary-store.ts';
import { findInquiry } from '../store/inquiries/find-inquiry.ts';
import { readHistory } from '../store/inquiries/read-history.ts';
import { hourMs, toIso } from '../text/format-time.ts';
import { assignInquiry } from './assign-inquiry.ts';
import { changeStatus, type DetailedStatusChange } from './change-status.ts';

const receivedAt = '2026-11-21T12:00:00.000Z';
const timeAfter = (hours: number) => toIso(Date.parse(receivedAt) + hours * hourMs);
const reviewed = { status: 'reviewed', qualified: true } as const;

it('an inquiry has its status and assignee, and a history of each change that is allowed', async () => {
  const { store } = await temporaryStore();
  const id = await storeInquiry(store, {}, { at: Date.parse(receivedAt) });
  const at = (hours: number) => ({
    store,
    clock: () => Date.parse(timeAfter(hours)),
    destinations: [],
  });
  const mark = (hours: number, change: DetailedStatusChange) => changeStatus(at(hours), id, change);
  const assign = (hours: number, assignee: string) =>
    assignInquiry(at(hours), id, { assignee, by: 'Bob', note: `Hour ${hours}` });
  const refused = (reason: string, assignee?: string) => ({ outcome: 'refused', reason, assignee });

  expect(await assign(0, '')).toEqual(refused('unchanged'));
  await assign(1, 'Ada');
  await mark(2, { status: 'declined', by: 'Grace', note: 'Too early.' });
  await assign(3, '');
  const inquiry = { id, receivedAt, status: 'declined', ...sampleInquiry };
  expect(await findInquiry(store, id)).toEqual(inquiry);
  expect(await assign(4, 'Grace')).toEqual(refused('closed'));
  await mark(5, reviewed);
  const assigned = { assignee: 'Grace', assignedAt: timeAfter(6) };
  expect(await assign(6, 'Grace')).toMatchObject({ outcome: 'assigned', inquiry: assigned });
  expect(await assign(7, 'Grace')).toEqual(refused('unchanged', 'Grace'));
  await mark(8, { status: 'responded' });
  const responded = { ...inquiry, ...reviewed, status: 'responded', ...assigned };
  expect(await findInquiry(store, id)).toEqual(responded);
  const assignment = (hours: number, change: object) => ({
    at: timeAfter(hours),
    by: 'Bob',
    note: `Hour ${hours}`,
    ...change,
  });
  expect(await readHistory(store, id)).toEqual([
    assignment(1, { status: 'new', assignee: 'Ada' }),
    { at: timeAfter(2), status: 'declined', by: 'Grace', note: 'Too early.' },
    assignment(3, { status: 'declined', assignee: '' }),
    { at: timeAfter(5), ...reviewed },
    assignment(6, { ...reviewed, assignee: 'Grace' }),
    { at: timeAfter(8), status: 'responded', qualified: true },
  ]);
});

it.each<DetailedStatusChange>([
  { status: 'declined' },
  { status: 'reviewed', qualified: false },
  { status: 'spam' },
])('an inquiry with a response is not suspected spam again after %j', async (change) => {
  const { store } = await temporaryStore();
  const id = await storeInquiry(store);
  await store.db.updateTable('inquiries').set({ suspectedSpam: 'link in the name' }).execute();
  const context = { store, clock: Date.now, destinations: [] };
  await changeStatus(context, id, { status: 'responded' });
  expect(await changeStatus(context, id, change)).toMatchObject({ outcome: 'changed' });
  expect(await findInquiry(store, id)).toMatchObject({ status: change.status });
  expect(await findInquiry(store, id)).not.toHaveProperty('suspectedSpam');
});
