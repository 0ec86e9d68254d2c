import { expect, it } from 'vitest';
import { createSentToken, isSentToken } from './sent-token.ts';

const key = Buffer.alloc(32, 1);
const now = Date.parse('2026-11-21T12:00:00Z');
const token = createSentToken(key, now);
const tenMinutesMs = 10 * 60 * 1000;

it('is good for ten minutes', () => {
  expect(isSentToken(key, token, now)).toBe(true);
  expect(isSentToken(key, token, now + tenMinutesMs - 1)).toBe(true);
  expect(isSentToken(key, token, now + tenMinutesMs)).toBe(false);
});

it('cannot be made up or changed', () => {
  expect(isSentToken(Buffer.alloc(32, 2), token, now)).toBe(false);
  expect(isSentToken(key, `z${token}`, now)).toBe(false);
  expect(isSentToken(key, token.slice(0, -1), now)).toBe(false);
  expect(isSentToken(key, '', now)).toBe(false);
  expect(isSentToken(key, null, now)).toBe(false);
});
