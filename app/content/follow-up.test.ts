import { expect, test } from 'vitest';
import { followUp } from './follow-up.ts';

test('a status tells how the inquiry was judged, unless it is declined or spam', () => {
  const { standingOf } = followUp;
  expect(standingOf({ status: 'new' })).toBe('New');
  expect(standingOf({ status: 'reviewed', qualified: true })).toBe('Reviewed, qualified');
  expect(standingOf({ status: 'responded', qualified: false })).toBe('Responded, not qualified');
  expect(standingOf({ status: 'declined', qualified: true })).toBe('Declined');
  expect(standingOf({ status: 'spam', qualified: true })).toBe('Spam');
});
