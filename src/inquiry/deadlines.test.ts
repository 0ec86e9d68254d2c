import { expect, it } from 'vitest';
import { type Deadline, getDeadline, isLate } from './deadlines.ts';

const receivedAt = '2026-11-21T12:00:00.000Z';
const review: Deadline = { kind: 'review', at: '2026-11-22T12:00:00.000Z' };
const response: Deadline = { kind: 'response', at: '2026-11-23T12:00:00.000Z' };

it.each<[Parameters<typeof getDeadline>[0], Deadline?]>([
  [{ receivedAt, status: 'new' }, review],
  [{ receivedAt, status: 'reviewed', qualified: true }, response],
  [{ receivedAt, status: 'reviewed', qualified: false }],
  [{ receivedAt, status: 'responded', qualified: true }],
  [{ receivedAt, status: 'declined', qualified: true }],
  [{ receivedAt, status: 'spam', qualified: true }],
  // Counts elapsed hours across a change of daylight saving time.
  [
    { receivedAt: '2026-10-31T22:00:00.000Z', status: 'new' },
    { kind: 'review', at: '2026-11-01T22:00:00.000Z' },
  ],
])('of %j, the deadline is %j', (inquiry, deadline) => {
  expect(getDeadline(inquiry)).toEqual(deadline);
});

it('is late after the deadline', () => {
  expect(isLate(review, Date.parse(review.at))).toBe(false);
  expect(isLate(review, Date.parse(review.at) + 1)).toBe(true);
});
