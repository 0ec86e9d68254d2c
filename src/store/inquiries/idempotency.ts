import { createHmac } from 'node:crypto';
import type { Inquiry } from '../../inquiry/inquiry.ts';
import { toIso } from '../../inquiry/format-time.ts';
import type { Tables } from '../tables.ts';

/**
 * Identifies repeated submissions: by the caller's key, without expiry, or by their content for 24
 * hours (forms sent without script).
 */
export type SubmissionKey = { kind: 'caller'; value: string } | { kind: 'content' };

/** Accepts 1 to 255 visible ASCII characters. */
export const isCallerKey = (value: string): boolean => /^[!-~]{1,255}$/.test(value);

export type IdempotencyRecord = Omit<Tables['idempotencyKeys'], 'inquiryId'>;

const contentKeyTtlMs = 24 * 60 * 60 * 1000;

/** Creates the row of a key, without its inquiry. `now` is in ms since the epoch. */
export function createIdempotencyRecord(
  hashKey: Buffer,
  inquiry: Inquiry,
  key: SubmissionKey,
  now: number,
): IdempotencyRecord {
  const fingerprint = hashContent(hashKey, 'fingerprint', inquiry);
  if (key.kind === 'caller') return { key: `caller:${key.value}`, fingerprint, expiresAt: null };
  return {
    key: `content:${hashContent(hashKey, 'content', inquiry)}`,
    fingerprint,
    expiresAt: toIso(now + contentKeyTtlMs),
  };
}

// Keyed, because a plain hash of personal data can be reversed by guessing.
function hashContent(hashKey: Buffer, purpose: string, inquiry: Inquiry) {
  const fields = Object.entries(inquiry).sort(([a], [b]) => (a < b ? -1 : 1));
  const content = JSON.stringify([purpose, fields]);
  return createHmac('sha256', hashKey).update(content).digest('hex');
}
