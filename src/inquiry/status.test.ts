import { expect, it } from 'vitest';
import {
  formatReviewState,
  type ReviewState,
  type StatusChange,
  type Status,
  statuses,
  transition,
} from './status.ts';

const changeTo = (status: Status): StatusChange =>
  status === 'reviewed' ? { status, qualified: true } : { status };
const reviewed = { status: 'reviewed', qualified: true } as const;
const unqualified = { status: 'reviewed', qualified: false } as const;
const responded = { status: 'responded', qualified: true } as const;
const spam = { status: 'spam', qualified: true } as const;

it.each<[Status, Status[]]>([
  ['new', ['reviewed', 'responded', 'declined', 'spam']],
  ['reviewed', ['reviewed', 'responded', 'declined', 'spam']],
  ['responded', ['reviewed', 'declined', 'spam']],
  ['declined', ['reviewed', 'responded', 'spam']],
  ['spam', ['new']],
])('allows from %s only %j', (from, allowed) => {
  expect(statuses.filter((to) => transition({ status: from }, changeTo(to)).ok)).toEqual(allowed);
});

it.each<[string, ReviewState, StatusChange, ReviewState | 'unchanged']>([
  ['keeps the qualification', reviewed, { status: 'responded' }, responded],
  ['has none without a review', { status: 'new' }, { status: 'spam' }, { status: 'spam' }],
  ['has none of reopened spam', spam, { status: 'new' }, { status: 'new' }],
  ['corrects the qualification', reviewed, unqualified, unqualified],
  ['refuses the current status', spam, { status: 'spam' }, 'unchanged'],
  ['refuses the current qualification', reviewed, reviewed, 'unchanged'],
])('%s', (_, from, change, expected) => {
  const result = transition(from, change);
  expect(result.ok ? result.state : result.reason).toEqual(expected);
});

it.each<[ReviewState, string]>([
  [{ status: 'new' }, 'New'],
  [reviewed, 'Reviewed, qualified'],
  [{ status: 'responded', qualified: false }, 'Responded, not qualified'],
  [{ status: 'declined', qualified: true }, 'Declined'],
  [spam, 'Spam'],
])('%j is formatted as "%s"', (state, text) => {
  expect(formatReviewState(state)).toBe(text);
});
