import type { DeliveryError } from './delivery-error.ts';

const hourMs = 60 * 60 * 1000;
const giveUpAfterMs = 4 * 24 * hourMs;

export interface FailedAttempts {
  /** Attempts so far, the failed one included. */
  attempts: number;
  /** Milliseconds since the epoch, as is the result. */
  firstAttemptAt: number;
  /** Where it is of no use for four days. */
  lastAttemptAt?: number;
  retryMs: number;
}

/**
 * When to try again after a failure at `now`: twice as long after each, half of it by chance
 * (`random` from 0 to 1), at most an hour, later if the destination asks for it. The last attempt
 * comes four days after the first, or at `lastAttemptAt` if that is earlier; undefined after that one.
 */
export function nextAttempt(
  { attempts, firstAttemptAt, lastAttemptAt = Infinity, retryMs }: FailedAttempts,
  now: number,
  random: number,
  { retryAfterMs = 0, isFinal }: Pick<DeliveryError, 'retryAfterMs' | 'isFinal'>,
): number | undefined {
  const giveUpAt = Math.min(firstAttemptAt + giveUpAfterMs, lastAttemptAt);
  if (isFinal || now >= giveUpAt) return undefined;
  const backoffMs = Math.min(retryMs * 2 ** (attempts - 1), hourMs) * (1 - random / 2);
  return Math.min(now + Math.max(Math.round(backoffMs), retryAfterMs), giveUpAt);
}
