import { expect, it } from 'vitest';
import { DeliveryError, toDeliveryError } from './delivery-error.ts';

const messageOf = (error: unknown) => toDeliveryError(error).message;

it('tells of an error its code or name alone, since its text may quote the inquiry', () => {
  const error = new TypeError('ada@analytical.example was refused');
  expect(messageOf(Object.assign(error, { code: 'EENVELOPE' }))).toBe('EENVELOPE');
  expect(messageOf(Object.assign(error, { code: 'ada@analytical.example' }))).toBe('TypeError');
  expect(messageOf(Object.assign(error, { code: 550 }))).toBe('TypeError');
  expect(messageOf('ada@analytical.example was refused')).toBe('Unknown error');
});

it('leaves a delivery error as it is', () => {
  const error = new DeliveryError('HTTP 429', { retryAfterMs: 1000 });
  expect(toDeliveryError(error)).toBe(error);
});
