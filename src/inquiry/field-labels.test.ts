import { expect, test } from 'vitest';
import { describeStanding } from './field-labels.ts';

test('a status includes the qualification unless it is declined or spam', () => {
  expect(describeStanding({ status: 'new' })).toBe('New');
  expect(describeStanding({ status: 'reviewed', qualified: true })).toBe('Reviewed, qualified');
  expect(describeStanding({ status: 'responded', qualified: false })).toBe(
    'Responded, not qualified',
  );
  expect(describeStanding({ status: 'declined', qualified: true })).toBe('Declined');
  expect(describeStanding({ status: 'spam', qualified: true })).toBe('Spam');
});
