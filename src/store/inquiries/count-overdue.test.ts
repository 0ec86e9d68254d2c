import { expect, it } from 'vitest';
import { sampleInquiry } from '../../../tests/fixtures/sample-inquiry.ts';
import { temporaryStore } from '../../../tests/fixtures/temporary-store.ts';
import { submitInquiry } from '../../receive-inquiry/receive-inquiry.ts';
import { countOverdue } from './list-inquiries.ts';
import { updateStatus } from './update-status.ts';

const noon = Date.parse('2026-11-21T12:00:00.000Z');
const hour = 60 * 60 * 1000;

it('counts overdue inquiries by kind of deadline', async () => {
  const { store } = await temporaryStore();
  const clock = () => noon;
  const submit = async () => {
    const submission = await submitInquiry({ store, clock }, sampleInquiry);
    return submission.outcome === 'stored' ? submission.id : '';
  };
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
