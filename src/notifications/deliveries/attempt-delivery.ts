import { setTimeout as sleep } from 'node:timers/promises';
import type { StoredEvent } from '../../store/outbox/events.ts';
import {
  endLease,
  type LeasedDelivery,
  leaseMs,
  type Outcome,
  renewLease,
} from '../../store/outbox/leases.ts';
import { StoreUnavailable } from '../../store/store-errors.ts';
import { findMessage } from '../find-message.ts';
import type { Notification, NotificationContext } from '../messages/message.ts';
import { DeliveryError, type Sender, toDeliveryError } from '../sender.ts';
import type { Attempt, AttemptDependencies } from './attempt.ts';
import { classifyFailure, classifyResult } from './classify-outcome.ts';
import { logOutcome } from './log-outcome.ts';

const saveRetryMs = 1000;
/**
 * Interval of renewals. A lease outlasts a failed renewal even if the clock of another server is
 * 8 s ahead.
 */
const renewalMs = leaseMs / 5;

/**
 * Attempts a delivery, or skips it if it is obsolete, and stores the outcome. When `signal` is
 * aborted, ends the lease; the delivery is then still due. When the lease is lost, aborts the
 * attempt: another process makes the next one. Throws `StoreUnavailable` if the store fails before
 * the attempt.
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
    return classifyResult(attempt, result);
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
  // Retry the delivery later: a server of a newer version may know this kind.
  if (!message) throw new DeliveryError('Unknown kind');
  const texts = await message.load(event, context);
  return texts && { id: event.id, message, texts };
}

/** Stores an outcome, or the delivery would be sent again. Retries until `signal` is aborted. */
async function saveOutcome(attempt: Attempt, outcome: Outcome, signal: AbortSignal) {
  const { store, log, delivery, fields } = attempt;
  const message = findMessage(delivery.event.kind);
  for (;;) {
    try {
      const isStored = await endLease(store, delivery, outcome, async (transaction) =>
        message?.recordFollowUp?.(transaction, outcome, delivery, attempt),
      );
      if (!isStored) log.warn(fields, 'The lease of a delivery was lost');
      return;
    } catch (err) {
      log.error({ ...fields, err }, 'The outcome of a delivery could not be stored');
      if (signal.aborted) return;
      await sleep(saveRetryMs);
    }
  }
}
