import { expect, test } from 'vitest';
import { formatReviewState } from './field-labels.ts';

test('a status includes the qualification unless it is declined or spam', () => {
  expect(formatReviewState({ status: 'new' })).toBe('New');
  expect(formatReviewState({ status: 'reviewed', qualified: true })).toBe('Reviewed, qualified');
  expect(formatReviewState({ status: 'responded', qualified: false })).toBe(
    'Responded, not qualified',
  );
  expect(formatReviewState({ status: 'declined', qualified: true })).toBe('Declined');
  expect(formatReviewState({ status: 'spam', qualified: true })).toBe('Spam');
});
