import { createHmac } from 'node:crypto';
import type { Inquiry } from '../../inquiry/inquiry.ts';
import { toIso } from '../../inquiry/to-iso.ts';
import type { Tables } from '../tables.ts';

/**
 * What makes a second submission the same as the first: a key that the caller chose, for good, or
 * for forms sent without script the content itself, for 24 hours. With `waits`, a submission waits
 * for one with the same key that is being stored, instead of being told of it.
 */
export type SubmissionKey =
  { kind: 'caller'; value: string; waits?: boolean } | { kind: 'content' };

/** Accepts 1 to 255 visible ASCII characters. */
export const isCallerKey = (value: string): boolean => /^[!-~]{1,255}$/.test(value);

export type Claim = Omit<Tables['idempotencyKeys'], 'inquiryId'>;

const contentKeyMs = 24 * 60 * 60 * 1000;

/** The row that a key becomes, but for the inquiry it stands for; `now` in ms since the epoch. */
export function claimFor(
  hashKey: Buffer,
  inquiry: Inquiry,
  key: SubmissionKey,
  now: number,
): Claim {
  const fingerprint = hashOf(hashKey, 'fingerprint', inquiry);
  if (key.kind === 'caller') return { key: `caller:${key.value}`, fingerprint, expiresAt: null };
  return {
    key: `content:${hashOf(hashKey, 'content', inquiry)}`,
    fingerprint,
    expiresAt: toIso(now + contentKeyMs),
  };
}

// Keyed, because a plain hash of personal data can be found again by guessing the data.
function hashOf(hashKey: Buffer, purpose: string, inquiry: Inquiry) {
  const content = JSON.stringify([purpose, Object.entries(inquiry).sort()]);
  return createHmac('sha256', hashKey).update(content).digest('hex');
}
