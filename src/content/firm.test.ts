import { expect, test } from 'vitest';
import { firm } from './firm.ts';

test('contains the facts that the specification names', () => {
  expect(firm.hours).toEqual({
    days: 'Monday to Friday',
    times: '9:00 AM to 6:00 PM EST',
  });
  expect(firm.address.city).toBe('Boston');
  for (const phrase of [
    'informational purposes only',
    'accredited investors, institutional partners and qualified professionals',
    'not an offer, a solicitation or advice',
    'not a registered broker-dealer or investment advisor',
  ]) {
    expect(firm.disclaimer).toContain(phrase);
  }
});
