import {
  type GivenUp,
  type LeasedDelivery,
  type Outcome,
  retryPeriodMs,
} from '../../store/outbox/leases.ts';
import { type EpochMs, hourMs, toIso } from '../../text/format-time.ts';
import { DeliveryError, type Refusal, type SendResult } from '../sender.ts';
import type { Attempt } from './attempt.ts';

/** Backoff after the first failure, without jitter. */
const retryMs = 5000;
/** Maximum length of `lastError` in the store. */
const maxErrorLength = 200;

/** Returns the outcome of an attempt that did not fail. */
export function classifyResult(attempt: Attempt, result: SendResult): Outcome {
  switch (result.kind) {
    case 'accepted':
      return classifyAccepted(attempt, result.refused);
    case 'nobody':
      return { outcome: 'skipped', skipReason: 'no-recipient' };
    case 'no-text':
      return { outcome: 'skipped', skipReason: 'no-text' };
  }
}

/**
 * Returns the outcome of an attempt that the destination accepted for all recipients except
 * `refused`.
 */
function classifyAccepted(attempt: Attempt, refused: Refusal[]): Outcome {
  const deliveredAt = toIso(attempt.clock());
  if (refused.length === 0) return { outcome: 'delivered', deliveredAt, warning: undefined };
  const reasons = new Set(refused.map(({ reason }) => reason));
  const warning = `Refused recipients: ${refused.length} (${[...reasons].join(', ')})`;
  const isFinal = refused.every(({ isTemporary }) => !isTemporary);
  if (isFinal)
    return { outcome: 'delivered', deliveredAt, warning: warning.slice(0, maxErrorLength) };
  return classifyFailure(attempt, {
    error: new DeliveryError(warning),
    isAborted: false,
    // Include recipients who were refused for good: the warning has their reasons.
    pendingRecipients: refused.map(({ recipient }) => recipient),
  });
}

interface Failure {
  error: DeliveryError;
  /** True if the process is stopping, or has lost the lease. */
  isAborted: boolean;
  /** Addresses that still need the e-mail; undefined if all do. */
  pendingRecipients: string[] | undefined;
}

/**
 * Returns the outcome of an attempt that failed:
 * - final: given up, even if the attempt was aborted, because what may have arrived is not sent again
 * - aborted: interrupted
 * - within four days of the first attempt: retry
 * - later: given up
 */
export function classifyFailure(attempt: Attempt, failure: Failure): Outcome {
  const { isAborted, pendingRecipients } = failure;
  const { isFinal, mayHaveArrived, message } = failure.error;
  const error = message.slice(0, maxErrorLength);
  const givenUp: GivenUp = { outcome: 'given-up', mayHaveArrived, error, pendingRecipients };
  if (isFinal) return givenUp;
  if (isAborted) return { outcome: 'interrupted' };
  const nextAttemptMs = getNextAttemptMs(attempt, attempt.delivery);
  if (nextAttemptMs === undefined) return givenUp;
  return { outcome: 'retry', nextAttemptAt: toIso(nextAttemptMs), error, pendingRecipients };
}

/**
 * Returns the time of the next attempt after a failure: exponential backoff up to an hour with 50 %
 * jitter. The last attempt is four days after the first one. Returns undefined after that.
 */
export function getNextAttemptMs(
  { clock, random = Math.random }: Pick<Attempt, 'clock' | 'random'>,
  { attempts, firstAttemptAt }: Pick<LeasedDelivery, 'attempts' | 'firstAttemptAt'>,
): EpochMs | undefined {
  const now = clock();
  const giveUpAtMs = Date.parse(firstAttemptAt) + retryPeriodMs;
  if (now >= giveUpAtMs) return undefined;
  const backoffMs = Math.min(retryMs * 2 ** (attempts - 1), hourMs);
  const jitter = 1 - random() / 2;
  return Math.min(now + Math.round(backoffMs * jitter), giveUpAtMs);
}
