import { expect, it } from 'vitest';
import { toDeliveryError } from './sender.ts';

const messageOf = (error: unknown) => toDeliveryError(error).message;

it('keeps only the code or name of an error, whose text may quote the inquiry', () => {
  const error = new TypeError('ada@analytical.example was refused');
  expect(messageOf(Object.assign(error, { code: 'EENVELOPE' }))).toBe('EENVELOPE');
  expect(messageOf(Object.assign(error, { code: 'ada@analytical.example' }))).toBe('TypeError');
  expect(messageOf(Object.assign(error, { code: 550 }))).toBe('TypeError');
  expect(messageOf('ada@analytical.example was refused')).toBe('Unknown error');
});

it.each(['ENOTFOUND', 'EAI_AGAIN', 'EDNS'])('says that a host name was not found: %s', (code) => {
  expect(messageOf(Object.assign(new Error('getaddrinfo'), { code }))).toBe(
    'The host name was not found',
  );
});
