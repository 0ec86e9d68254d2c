import { setTimeout as sleep } from 'node:timers/promises';
import type { Store } from '../store.ts';
import { type DeliveryError, toDeliveryError } from './delivery-error.ts';
import { endLease, type LeasedDelivery, leaseMs, renewLease } from './leases.ts';
import { nextAttempt } from './next-attempt.ts';
import type { Sender } from './sender.ts';

const settlePauseMs = 1000;

/** Takes an event by the inquiry's id, never by what it says. */
export interface DeliveryLog {
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
  error(fields: object, message: string): void;
}

export interface AttemptDependencies {
  store: Store;
  /** The time now, in milliseconds since the epoch. */
  clock: () => number;
  /** From 0 to 1. */
  random: () => number;
  /** How long to wait after the first failure. */
  retryMs: number;
  log: DeliveryLog;
}

/** Attempts a delivery and writes how it ended. Aborting `signal` gives it free, due as it was. */
export async function attemptDelivery(
  dependencies: AttemptDependencies,
  delivery: LeasedDelivery,
  send: Sender,
  signal: AbortSignal,
): Promise<void> {
  const { store, clock, log } = dependencies;
  const renewal = setInterval(() => {
    renewLease(store, delivery, clock()).catch((err: unknown) =>
      log.warn({ ...fieldsOf(delivery), err }, 'A delivery could not be kept for longer'),
    );
  }, leaseMs / 3);
  try {
    const outcome = await outcomeOf(dependencies, delivery, send, signal);
    await settle(dependencies, delivery, outcome, signal);
  } finally {
    clearInterval(renewal);
  }
}

type Outcome = Parameters<typeof endLease>[2];

async function outcomeOf(
  dependencies: AttemptDependencies,
  delivery: LeasedDelivery,
  send: Sender,
  signal: AbortSignal,
): Promise<Outcome> {
  const { clock, log } = dependencies;
  try {
    const remark = await sendUntilAborted(send, delivery, signal);
    if (remark) log.warn({ ...fieldsOf(delivery), remark }, 'An inquiry was delivered in part');
    else log.info(fieldsOf(delivery), 'An inquiry was delivered');
    const deliveredAt = new Date(clock()).toISOString();
    return { state: 'delivered', deliveredAt, lastError: remark ?? null };
  } catch (error) {
    if (signal.aborted) return {};
    return failed(dependencies, delivery, toDeliveryError(error));
  }
}

function failed(
  { clock, random, retryMs, log }: AttemptDependencies,
  delivery: LeasedDelivery,
  error: DeliveryError,
): Outcome {
  const { attempts, firstAttemptAt } = delivery;
  const soFar = { attempts, firstAttemptAt: Date.parse(firstAttemptAt), retryMs };
  const next = nextAttempt(soFar, clock(), random(), error);
  const lastError = error.message.slice(0, 200);
  const fields = { ...fieldsOf(delivery), attempts, error: lastError };
  if (next === undefined) {
    log.error(fields, 'A delivery was given up: run "npm run inquiries -- deliveries --failed"');
    return { state: 'failed', lastError };
  }
  const nextAttemptAt = new Date(next).toISOString();
  log.warn({ ...fields, nextAttemptAt }, 'A delivery failed and will be attempted again');
  return { nextAttemptAt, lastError };
}

/** Until the outcome is stored, nothing else goes to this destination: it would go there twice. */
async function settle(
  { store, log }: AttemptDependencies,
  delivery: LeasedDelivery,
  outcome: Outcome,
  signal: AbortSignal,
) {
  for (;;) {
    try {
      return await endLease(store, delivery, outcome);
    } catch (err) {
      log.error({ ...fieldsOf(delivery), err }, 'The outcome of a delivery could not be stored');
      if (signal.aborted) return;
      await sleep(settlePauseMs);
    }
  }
}

const fieldsOf = ({ inquiry, destination }: LeasedDelivery) => ({
  inquiry: inquiry.id,
  destination,
});

/** Ends with `signal`, even where the sender does not. */
async function sendUntilAborted(send: Sender, { inquiry }: LeasedDelivery, signal: AbortSignal) {
  signal.throwIfAborted();
  const aborted = Promise.withResolvers<never>();
  const onAbort = () => aborted.reject(signal.reason);
  signal.addEventListener('abort', onAbort);
  try {
    return await Promise.race([send(inquiry, signal), aborted.promise]);
  } finally {
    signal.removeEventListener('abort', onAbort);
  }
}
