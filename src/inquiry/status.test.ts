import { describe, expect, it } from 'vitest';
import {
  formatReviewState,
  type StatusChange,
  type Status,
  statuses,
  transition,
} from './status.ts';

const changeTo = (status: Status): StatusChange =>
  status === 'reviewed' ? { status, qualified: true } : { status };

const allowedFrom = (from: Status) =>
  statuses.filter((to) => transition({ status: from }, changeTo(to)).ok);

describe('transition', () => {
  it('allows review, response, decline and spam before a response', () => {
    expect(allowedFrom('new')).toEqual(['reviewed', 'responded', 'declined', 'spam']);
    expect(allowedFrom('reviewed')).toEqual(['reviewed', 'responded', 'declined', 'spam']);
  });

  it('allows returning to a review, but not to new', () => {
    expect(allowedFrom('responded')).toEqual(['reviewed', 'declined', 'spam']);
    expect(allowedFrom('declined')).toEqual(['reviewed', 'responded', 'spam']);
  });

  it('resets the qualification when spam is reopened', () => {
    expect(allowedFrom('spam')).toEqual(['new']);
    expect(transition({ status: 'spam', qualified: true }, { status: 'new' })).toEqual({
      ok: true,
      state: { status: 'new' },
    });
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

  it('keeps the qualification after a review', () => {
    const from = { status: 'reviewed', qualified: true } as const;
    expect(transition(from, { status: 'responded' })).toEqual({
      ok: true,
      state: { status: 'responded', qualified: true },
    });
    expect(transition({ status: 'new' }, { status: 'declined' })).toEqual({
      ok: true,
      state: { status: 'declined' },
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
