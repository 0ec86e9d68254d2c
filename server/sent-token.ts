import { createHmac, timingSafeEqual } from 'node:crypto';

const validMs = 10 * 60 * 1000;

/**
 * Says in the address of the thanks that an inquiry was stored a moment ago, so that a link or a
 * bookmark to it thanks nobody for nothing. `now` in milliseconds since the epoch.
 */
export function createSentToken(hashKey: Buffer, now: number): string {
  const expiry = (now + validMs).toString(36);
  return `${expiry}.${macOf(hashKey, expiry)}`;
}

export function isSentToken(hashKey: Buffer, token: string | null, now: number): boolean {
  const [expiry = '', mac = ''] = (token ?? '').split('.');
  const expected = Buffer.from(macOf(hashKey, expiry));
  const given = Buffer.from(mac);
  const isOurs = given.length === expected.length && timingSafeEqual(given, expected);
  return isOurs && Number.parseInt(expiry, 36) > now;
}

const macOf = (hashKey: Buffer, expiry: string) =>
  createHmac('sha256', hashKey).update(`sent ${expiry}`).digest('base64url');
