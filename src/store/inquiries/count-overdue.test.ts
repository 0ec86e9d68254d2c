import { expect, it } from 'vitest';
import { storeInquiry } from '../../../tests/fixtures/store-inquiry.ts';
import { temporaryStore } from '../../../tests/fixtures/temporary-store.ts';
import { countOverdue } from './list-inquiries.ts';
import { updateStatus } from './update-status.ts';

const noon = Date.parse('2026-11-21T12:00:00.000Z');
const hour = 60 * 60 * 1000;

it('counts overdue inquiries by kind of deadline', async () => {
  const { store } = await temporaryStore();
  const clock = () => noon;
  const submit = () => storeInquiry(store, {}, { at: noon });
  await submit();
  const qualified = await submit();
  const unqualified = await submit();
  await updateStatus({ store, clock }, qualified, { status: 'reviewed', qualified: true });
  await updateStatus({ store, clock }, unqualified, { status: 'reviewed', qualified: false });

  const at = async (now: number) => [
    await countOverdue(store, 'review', now),
    await countOverdue(store, 'response', now),
  ];
  expect(await at(noon + 24 * hour)).toEqual([0, 0]);
  expect(await at(noon + 24 * hour + 1)).toEqual([1, 0]);
  expect(await at(noon + 48 * hour + 1)).toEqual([1, 1]);
});
