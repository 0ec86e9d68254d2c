import { setTimeout as sleep } from 'node:timers/promises';
import type { Transaction } from 'kysely';
import { toIso } from '../inquiry/to-iso.ts';
import type { JobLog } from '../jobs/run-loop.ts';
import type { Store } from '../store/store.ts';
import type { Destination, Tables } from '../store/tables.ts';
import { type DeliveryError, toDeliveryError } from './delivery-error.ts';
import { endLease, type LeasedDelivery, leaseMs, type Outcome, renewLease } from './leases.ts';

const settlePauseMs = 1000;

/**
 * Sends a message to one destination. Resolves once the destination has accepted it, to a warning
 * if there is one; throws `DeliveryError`. Ends soon after `signal` is aborted.
 */
export interface Sender<Message> {
  (message: Message, signal: AbortSignal): Promise<string | undefined>;
  /** Closes connections that are kept open between deliveries; the sender can't be used after that. */
  close?(): void;
}

export interface AttemptDependencies<Message> {
  store: Store;
  /** Loads the message of a delivery; undefined where there is nothing to send any more. */
  load: (delivery: LeasedDelivery) => Promise<Message | undefined>;
  /** The time after which a delivery is of no use, in milliseconds since the epoch, or `Infinity`. */
  lastAttemptAt: (delivery: LeasedDelivery) => number;
  /** Called with each outcome, in the transaction that stores it. */
  onOutcome: (
    transaction: Transaction<Tables>,
    delivery: LeasedDelivery,
    outcome: Outcome,
  ) => Promise<void>;
  /** The time now, in milliseconds since the epoch. */
  clock: () => number;
  /** From 0 to 1. */
  random: () => number;
  /** How long to wait after the first failure. */
  retryMs: number;
  log: JobLog;
  /** Called after each attempt. */
  onAttempt?: ((destination: Destination, result: AttemptResult) => void) | undefined;
}

/**
 * `postponed`: failed, and will be attempted again. `interrupted`: given free, due as it was.
 * `void`: not sent, because there was nothing to tell any more.
 */
export type AttemptResult = 'delivered' | 'postponed' | 'given up' | 'interrupted' | 'void';

/**
 * Attempts a delivery, unless there is nothing to tell any more, and writes how it ended. Aborting
 * `signal` gives it free, due as it was.
 */
export async function attemptDelivery<Message>(
  dependencies: AttemptDependencies<Message>,
  delivery: LeasedDelivery,
  send: Sender<Message>,
  signal: AbortSignal,
): Promise<void> {
  const { store, clock, load, log } = dependencies;
  const renewal = setInterval(() => {
    renewLease(store, delivery, clock()).catch((err: unknown) =>
      log.warn({ ...fieldsOf(delivery), err }, 'A delivery could not be kept for longer'),
    );
  }, leaseMs / 3);
  try {
    const message = await load(delivery);
    const outcome = message
      ? await outcomeOf(dependencies, delivery, () => send(message, signal), signal)
      : leftOut(dependencies, delivery);
    dependencies.onAttempt?.(delivery.destination, resultOf(outcome));
    await settle(dependencies, delivery, outcome, signal);
  } finally {
    clearInterval(renewal);
  }
}

type Dependencies = Omit<AttemptDependencies<never>, 'load'>;

function resultOf({ state, nextAttemptAt }: Outcome): AttemptResult {
  if (state === 'failed') return 'given up';
  if (state === 'delivered' || state === 'void') return state;
  return nextAttemptAt === undefined ? 'interrupted' : 'postponed';
}

function leftOut({ log }: Pick<Dependencies, 'log'>, delivery: LeasedDelivery): Outcome {
  log.info(fieldsOf(delivery), 'A notice was not sent: there is nothing to say any more');
  return { state: 'void' };
}

async function outcomeOf(
  dependencies: Dependencies,
  delivery: LeasedDelivery,
  send: () => Promise<string | undefined>,
  signal: AbortSignal,
): Promise<Outcome> {
  const { clock, log } = dependencies;
  const what = delivery.kind === 'received' ? 'An inquiry' : 'A notice';
  try {
    const remark = await untilAborted(send, signal);
    if (remark) log.warn({ ...fieldsOf(delivery), remark }, `${what} was delivered in part`);
    else log.info(fieldsOf(delivery), `${what} was delivered`);
    const deliveredAt = toIso(clock());
    return { state: 'delivered', deliveredAt, lastError: remark ?? null };
  } catch (error) {
    if (signal.aborted) return {};
    return failed(dependencies, delivery, toDeliveryError(error));
  }
}

function failed(
  { clock, random, retryMs, lastAttemptAt, log }: Dependencies,
  delivery: LeasedDelivery,
  error: DeliveryError,
): Outcome {
  const { attempts } = delivery;
  const soFar = {
    attempts,
    firstAttemptAt: Date.parse(delivery.firstAttemptAt),
    lastAttemptAt: lastAttemptAt(delivery),
    retryMs,
  };
  const next = nextAttempt(soFar, clock(), random(), error);
  const lastError = error.message.slice(0, 200);
  const fields = { ...fieldsOf(delivery), attempts, error: lastError };
  if (next === undefined) {
    log.error(fields, 'A delivery was given up: run "inquiries deliveries --failed"');
    return { state: 'failed', lastError };
  }
  const nextAttemptAt = toIso(next);
  log.warn({ ...fields, nextAttemptAt }, 'A delivery failed and will be attempted again');
  return { nextAttemptAt, lastError };
}

/** Until the outcome is stored, nothing else goes to this destination: it would go there twice. */
async function settle(
  { store, onOutcome, log }: Dependencies,
  delivery: LeasedDelivery,
  outcome: Outcome,
  signal: AbortSignal,
) {
  for (;;) {
    try {
      return await endLease(store, delivery, outcome, (transaction) =>
        onOutcome(transaction, delivery, outcome),
      );
    } catch (err) {
      log.error({ ...fieldsOf(delivery), err }, 'The outcome of a delivery could not be stored');
      if (signal.aborted) return;
      await sleep(settlePauseMs);
    }
  }
}

const fieldsOf = ({ kind, destination, inquiryId, day }: LeasedDelivery) => ({
  kind,
  destination,
  ...(inquiryId !== null && { inquiry: inquiryId }),
  ...(day !== null && { day }),
});

/** Ends with `signal`, even where the sender does not. */
async function untilAborted(send: () => Promise<string | undefined>, signal: AbortSignal) {
  signal.throwIfAborted();
  const aborted = Promise.withResolvers<never>();
  const onAbort = () => aborted.reject(signal.reason);
  signal.addEventListener('abort', onAbort);
  try {
    return await Promise.race([send(), aborted.promise]);
  } finally {
    signal.removeEventListener('abort', onAbort);
  }
}

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
