import { describe, expect, it } from 'vitest';
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

describe('transition', () => {
  it.each<[Status, Status[]]>([
    ['new', ['reviewed', 'responded', 'declined', 'spam']],
    ['reviewed', ['reviewed', 'responded', 'declined', 'spam']],
    ['responded', ['reviewed', 'declined', 'spam']],
    ['declined', ['reviewed', 'responded', 'spam']],
    ['spam', ['new']],
  ])('allows from %s only %j', (from, allowed) => {
    expect(statuses.filter((to) => transition({ status: from }, changeTo(to)).ok)).toEqual(allowed);
  });

  it('keeps the qualification after a review, but not of reopened spam', () => {
    const stateAfter = (from: ReviewState, change: StatusChange) => {
      const result = transition(from, change);
      return result.ok ? result.state : result.reason;
    };
    const reviewed = { status: 'reviewed', qualified: true } as const;
    const responded = { status: 'responded', qualified: true };
    expect(stateAfter(reviewed, { status: 'responded' })).toEqual(responded);
    expect(stateAfter({ status: 'new' }, { status: 'declined' })).toEqual({ status: 'declined' });
    const spam = { status: 'spam', qualified: true } as const;
    expect(stateAfter(spam, { status: 'new' })).toEqual({ status: 'new' });
  });

  it('refuses the current status', () => {
    const reviewed = { status: 'reviewed', qualified: true } as const;
    expect(transition({ status: 'spam' }, { status: 'spam' })).toMatchObject({
      reason: 'unchanged',
    });
    expect(transition(reviewed, reviewed)).toMatchObject({ reason: 'unchanged' });
    expect(transition(reviewed, { ...reviewed, qualified: false })).toEqual({
      ok: true,
      state: { status: 'reviewed', qualified: false },
    });
  });
});

it('is formatted with the qualification unless it is declined or spam', () => {
  expect(formatReviewState({ status: 'new' })).toBe('New');
  expect(formatReviewState({ status: 'reviewed', qualified: true })).toBe('Reviewed, qualified');
  expect(formatReviewState({ status: 'responded', qualified: false })).toBe(
    'Responded, not qualified',
  );
  expect(formatReviewState({ status: 'declined', qualified: true })).toBe('Declined');
  expect(formatReviewState({ status: 'spam', qualified: true })).toBe('Spam');
});
