import { setTimeout as sleep } from 'node:timers/promises';
import type { Transaction } from 'kysely';
import type { LimitedLog, Log } from '../../log/limit-log.ts';
import { clearFloodDigest } from '../../store/outbox/clear-flood-digest.ts';
import type { StoredEvent } from '../../store/outbox/events.ts';
import {
  endLease,
  type GivenUp,
  type LeasedDelivery,
  leaseMs,
  type Outcome,
  renewLease,
  retryPeriodMs,
} from '../../store/outbox/leases.ts';
import { StoreUnavailable } from '../../store/store-errors.ts';
import type { SkipReason, Tables } from '../../store/tables.ts';
import { type EpochMs, hourMs, toIso } from '../../text/format-time.ts';
import type { Notification, NotificationContext } from '../messages/message.ts';
import { findMessage } from '../messages/messages.ts';
import { recordNotAcknowledged } from '../messages/not-acknowledged.ts';
import { DeliveryError, type Refusal, type Sender, toDeliveryError } from '../sender.ts';

const saveRetryMs = 1000;
/** A lease outlasts a failed renewal, also for a server whose clock is 8 s ahead. */
const renewalMs = leaseMs / 5;
/** Backoff after the first failure, without jitter. */
const retryMs = 5000;
/** Maximum length of `lastError` in the store. */
const maxErrorLength = 200;

export interface AttemptDependencies extends NotificationContext {
  /** Random number from 0 to 1 (default: `Math.random`). */
  random?: () => number;
  log: Log;
  /** Log of the deliveries that succeed (default: `log`). */
  successLog?: LimitedLog;
}

/** The delivery that is attempted, and the fields of its lines in the log. */
interface Attempt extends AttemptDependencies {
  delivery: LeasedDelivery;
  fields: object;
}

/**
 * Attempts a delivery, or skips it if it is obsolete, and stores the outcome. Aborting `signal` ends
 * the lease; the delivery is then still due. If the lease is lost, aborts the attempt: another process
 * makes the next one. Throws `StoreUnavailable` if the store fails before the attempt.
 */
export async function attemptDelivery(
  dependencies: AttemptDependencies,
  delivery: LeasedDelivery,
  send: Sender,
  signal: AbortSignal,
): Promise<void> {
  const { store, clock, log } = dependencies;
  const { kind, inquiryId, about } = delivery.event;
  const fields = {
    kind,
    destination: delivery.destination,
    inquiry: inquiryId ?? undefined,
    about: about ?? undefined,
  };
  const attempt = { ...dependencies, delivery, fields };
  const leaseLost = new AbortController();
  const renewal = setInterval(async () => {
    try {
      const isLeased = await renewLease(store, delivery, clock());
      if (!isLeased) leaseLost.abort();
    } catch (err) {
      log.warn({ ...fields, err }, 'The lease of a delivery could not be renewed');
    }
  }, renewalMs);
  try {
    const attemptSignal = AbortSignal.any([signal, leaseLost.signal]);
    const outcome = await loadAndSend(attempt, send, attemptSignal);
    logOutcome(attempt, outcome);
    await saveOutcome(attempt, outcome, signal);
  } finally {
    clearInterval(renewal);
  }
}

async function loadAndSend(attempt: Attempt, send: Sender, signal: AbortSignal): Promise<Outcome> {
  const { log, delivery, fields } = attempt;
  const { event, pendingRecipients } = delivery;
  try {
    const notification = await loadNotification(attempt, event);
    if (!notification) return { outcome: 'skipped', skipReason: undefined };
    signal.throwIfAborted();
    const result = await send({ ...notification, pendingRecipients }, signal);
    switch (result.kind) {
      case 'accepted':
        return classifyAccepted(attempt, result.refused);
      case 'nobody':
        return { outcome: 'skipped', skipReason: 'no-recipient' };
      case 'no-text':
        return { outcome: 'skipped', skipReason: 'no-text' };
    }
  } catch (error) {
    if (error instanceof StoreUnavailable) throw error;
    const failure = { error: toDeliveryError(error), isAborted: signal.aborted, pendingRecipients };
    const outcome = classifyFailure(attempt, failure);
    const isKnown = error instanceof DeliveryError || outcome.outcome === 'interrupted';
    if (!isKnown) log.error({ ...fields, fault: error }, 'A delivery failed for an unknown reason');
    return outcome;
  }
}

/** Loads the notification of an event; undefined if it is obsolete. Throws `StoreUnavailable`. */
export async function loadNotification(
  context: NotificationContext,
  event: StoredEvent,
): Promise<Notification | undefined> {
  const message = findMessage(event.kind);
  // The delivery stays for a server of a newer version.
  if (!message) throw new DeliveryError('Unknown kind');
  const texts = await message.load(event, context);
  return texts && { id: event.id, message, texts };
}

/** Returns the outcome of an attempt that the destination accepted, except for `refused` recipients. */
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
    // Includes those refused for good: the warning has their reasons.
    pendingRecipients: refused.map(({ recipient }) => recipient),
  });
}

interface Failure {
  error: DeliveryError;
  /** The process stops, or has lost the lease. */
  isAborted: boolean;
  /** Addresses that still need the e-mail; undefined: all. */
  pendingRecipients: string[] | undefined;
}

/**
 * Returns the outcome of an attempt that failed:
 * - final: given up, also if the attempt was aborted, because what may have arrived is not sent again
 * - aborted: interrupted
 * - within four days of the first attempt: retry
 * - later: given up
 */
function classifyFailure(attempt: Attempt, failure: Failure): Outcome {
  const { isAborted, pendingRecipients } = failure;
  const { isFinal, mayHaveArrived, message } = failure.error;
  const error = message.slice(0, maxErrorLength);
  const givenUp: GivenUp = { outcome: 'given-up', mayHaveArrived, error, pendingRecipients };
  if (isFinal) return givenUp;
  if (isAborted) return { outcome: 'interrupted' };
  const nextMs = nextAttempt(attempt, attempt.delivery, failure.error);
  if (nextMs === undefined) return givenUp;
  return { outcome: 'retry', nextAttemptAt: toIso(nextMs), error, pendingRecipients };
}

/**
 * Returns the time of the next attempt after a failure: exponential backoff up to an hour with 50 %
 * jitter. The last attempt is four days after the first; then returns undefined.
 */
export function nextAttempt(
  { clock, random = Math.random }: Pick<AttemptDependencies, 'clock' | 'random'>,
  { attempts, firstAttemptAt }: Pick<LeasedDelivery, 'attempts' | 'firstAttemptAt'>,
  { isFinal }: DeliveryError,
): EpochMs | undefined {
  const now = clock();
  const giveUpAt = Date.parse(firstAttemptAt) + retryPeriodMs;
  if (isFinal || now >= giveUpAt) return undefined;
  const backoffMs = Math.min(retryMs * 2 ** (attempts - 1), hourMs);
  const jitter = 1 - random() / 2;
  return Math.min(now + Math.round(backoffMs * jitter), giveUpAt);
}

function logOutcome({ log, successLog = log, delivery, fields }: Attempt, result: Outcome) {
  const { attempts } = delivery;
  switch (result.outcome) {
    case 'delivered': {
      const { warning: remark } = result;
      if (remark === undefined)
        successLog.info({ ...fields, attempts }, 'A notification was delivered');
      else log.warn({ ...fields, attempts, remark }, 'A notification was delivered with a warning');
      return;
    }
    case 'retry': {
      const { error, nextAttemptAt } = result;
      const message = 'A delivery failed and will be attempted again';
      log.warn({ ...fields, attempts, error, nextAttemptAt }, message);
      return;
    }
    case 'given-up': {
      const message = 'A delivery was given up: run "inquiries deliveries --failed"';
      log.error({ ...fields, attempts, error: result.error }, message);
      return;
    }
    case 'skipped':
      logSkipped({ log, fields }, result.skipReason);
      return;
    case 'interrupted':
      return;
  }
}

function logSkipped({ log, fields }: Pick<Attempt, 'log' | 'fields'>, reason?: SkipReason) {
  if (reason === 'no-recipient')
    log.warn(fields, 'A notification was skipped: the settings name nobody who gets it');
  else if (reason === 'no-text')
    log.info(fields, 'A notification was skipped: it has no text for this destination');
  else log.info(fields, 'A notification was skipped: it is obsolete');
}

/** Records, for the team, that the mail server of an inquirer has refused the acknowledgement. */
async function recordIfNotAcknowledged(
  { clock, destinations, delivery }: Attempt,
  outcome: Outcome,
  transaction: Transaction<Tables>,
): Promise<void> {
  const { kind, inquiryId } = delivery.event;
  if (kind !== 'acknowledgement' || inquiryId === null) return;
  // Temporary failures never end here: `acknowledgement.load` drops it after the promised response time.
  if (outcome.outcome !== 'given-up' || outcome.mayHaveArrived) return;
  await recordNotAcknowledged(transaction, inquiryId, toIso(clock()), destinations);
}

/** Leaves the inquiries of a flood digest that did not reach the destination to the next one. */
async function clearIfLost(
  { delivery: { event, destination } }: Attempt,
  outcome: Outcome,
  transaction: Transaction<Tables>,
): Promise<void> {
  if (event.kind !== 'flood-digest') return;
  const isGivenUp = outcome.outcome === 'given-up';
  // Nor has the next one a text for the destination.
  const isSkipped = outcome.outcome === 'skipped' && outcome.skipReason !== 'no-text';
  if (!isGivenUp && !isSkipped) return;
  await clearFloodDigest(transaction, { event: event.number, destination });
}

/** Stores an outcome. Retries until `signal` is aborted: without it, the delivery would be sent again. */
async function saveOutcome(attempt: Attempt, outcome: Outcome, signal: AbortSignal) {
  const { store, log, delivery, fields } = attempt;
  for (;;) {
    try {
      const isStored = await endLease(store, delivery, outcome, async (transaction) => {
        await recordIfNotAcknowledged(attempt, outcome, transaction);
        await clearIfLost(attempt, outcome, transaction);
      });
      if (!isStored) log.warn(fields, 'The lease of a delivery was lost');
      return;
    } catch (err) {
      log.error({ ...fields, err }, 'The outcome of a delivery could not be stored');
      if (signal.aborted) return;
      await sleep(saveRetryMs);
    }
  }
}
