import { setTimeout as sleep } from 'node:timers/promises';
import type { Transaction } from 'kysely';
import { toIso } from '../../inquiry/format-time.ts';
import type { JobLog } from '../../jobs/run-loop.ts';
import { StoreUnavailable } from '../../store/store-errors.ts';
import type { Store } from '../../store/store.ts';
import type { Destination, Tables } from '../../store/tables.ts';
import { DeliveryError, toDeliveryError } from './delivery-error.ts';
import { endLease, type LeasedDelivery, leaseMs, type Outcome, renewLease } from './leases.ts';

const saveRetryMs = 1000;

/** Recipients of a message. A destination accepts it for one of them at least. */
export interface Receipt {
  accepted: string[];
  refused: { address: string; error: string }[];
}

/**
 * Sends a message to one destination. Resolves once the destination has accepted it, to a receipt
 * if the message has recipients; throws `DeliveryError`. Ends soon after `signal` is aborted.
 */
export interface Sender<Message> {
  (message: Message, signal: AbortSignal): Promise<Receipt | undefined>;
  /** Closes pooled connections; the sender can't be used after that. */
  close?(): void;
}

export interface AttemptDependencies<Message> {
  store: Store;
  /** Loads the message of a delivery; undefined if it is obsolete. Throws `StoreUnavailable`. */
  load: (delivery: LeasedDelivery) => Promise<Message | undefined>;
  /** Latest time of an attempt, in milliseconds since the epoch, or `Infinity`. */
  lastAttemptAt: (delivery: LeasedDelivery) => number;
  /** Called with each outcome, in the transaction that stores it. */
  onOutcome: (
    transaction: Transaction<Tables>,
    delivery: LeasedDelivery,
    outcome: Outcome,
    receipt: Receipt | undefined,
  ) => Promise<void>;
  /** The time now, in milliseconds since the epoch. */
  clock: () => number;
  /** From 0 to 1. */
  random: () => number;
  /** Backoff after the first failure. */
  retryMs: number;
  log: JobLog;
  /** Called after each attempt. */
  onAttempt?: ((destination: Destination, result: AttemptResult) => void) | undefined;
}

/**
 * `postponed`: failed, and will be attempted again. `interrupted`: aborted, and still due. `void`:
 * skipped, because it was obsolete.
 */
export type AttemptResult = 'delivered' | 'postponed' | 'given up' | 'interrupted' | 'void';

/**
 * Attempts a delivery, or skips it if it is obsolete, and stores the outcome. Aborting `signal` ends
 * the lease; the delivery is then still due. If the lease is lost, aborts the attempt: another process
 * makes the next one. Throws `StoreUnavailable` if the store fails before the attempt.
 */
export async function attemptDelivery<Message>(
  dependencies: AttemptDependencies<Message>,
  delivery: LeasedDelivery,
  send: Sender<Message>,
  signal: AbortSignal,
): Promise<void> {
  const { store, clock, log } = dependencies;
  const leaseLost = new AbortController();
  const renewal = setInterval(() => {
    renewLease(store, delivery, clock()).then(
      (isLeased) => isLeased || leaseLost.abort(),
      (err: unknown) =>
        log.warn({ ...logFields(delivery), err }, 'The lease of a delivery could not be renewed'),
    );
  }, leaseMs / 3);
  try {
    const attemptSignal = AbortSignal.any([signal, leaseLost.signal]);
    const outcome = await loadAndSend(dependencies, delivery, send, attemptSignal);
    if (!leaseLost.signal.aborted)
      dependencies.onAttempt?.(delivery.destination, toAttemptResult(outcome));
    await saveOutcome(dependencies, delivery, outcome, signal);
  } finally {
    clearInterval(renewal);
  }
}

type Dependencies = Omit<AttemptDependencies<never>, 'load'>;

interface Attempt extends Outcome {
  receipt?: Receipt | undefined;
}

function toAttemptResult({ state, nextAttemptAt }: Outcome): AttemptResult {
  if (state === 'failed') return 'given up';
  if (state === 'delivered' || state === 'void') return state;
  return nextAttemptAt === undefined ? 'interrupted' : 'postponed';
}

async function loadAndSend<Message>(
  dependencies: AttemptDependencies<Message>,
  delivery: LeasedDelivery,
  send: Sender<Message>,
  signal: AbortSignal,
): Promise<Attempt> {
  const { clock, log } = dependencies;
  const subject = delivery.kind === 'received' ? 'An inquiry' : 'A notification';
  try {
    const message = await loadMessage(dependencies, delivery);
    if (!message) {
      log.info(logFields(delivery), 'A notification was skipped: it is obsolete');
      return { state: 'void' };
    }
    const receipt = await sendUntilAborted(() => send(message, signal), signal);
    const warning = receipt && describeRefusals(receipt);
    const { attempts, redeliveries } = delivery;
    const fields = { ...logFields(delivery), attempts, redeliveries };
    if (warning)
      log.warn({ ...fields, remark: warning }, `${subject} was delivered with a warning`);
    else log.info(fields, `${subject} was delivered`);
    const deliveredAt = toIso(clock());
    return { state: 'delivered', deliveredAt, lastError: warning ?? null, receipt };
  } catch (error) {
    if (error instanceof StoreUnavailable) throw error;
    if (signal.aborted) return {};
    return toFailure(dependencies, delivery, toDeliveryError(error));
  }
}

function describeRefusals({ accepted, refused }: Receipt) {
  if (refused.length === 0) return undefined;
  return `${refused.length} of ${accepted.length + refused.length} recipients were refused`;
}

/** Converts unexpected errors, or a bug would be retried forever without backoff. */
async function loadMessage<Message>(
  { load, log }: AttemptDependencies<Message>,
  delivery: LeasedDelivery,
) {
  try {
    return await load(delivery);
  } catch (fault) {
    if (fault instanceof StoreUnavailable) throw fault;
    log.error({ ...logFields(delivery), fault }, 'A notification could not be loaded');
    const reason = toDeliveryError(fault).message;
    throw new DeliveryError(`The notification could not be loaded (${reason})`);
  }
}

function toFailure(
  { clock, random, retryMs, lastAttemptAt, log }: Dependencies,
  delivery: LeasedDelivery,
  error: DeliveryError,
): Outcome {
  const { attempts } = delivery;
  const failedAttempts = {
    attempts,
    firstAttemptAt: Date.parse(delivery.firstAttemptAt),
    lastAttemptAt: lastAttemptAt(delivery),
    retryMs,
  };
  const nextMs = nextAttempt(failedAttempts, clock(), random(), error);
  const lastError = error.message.slice(0, 200);
  const fields = { ...logFields(delivery), attempts, error: lastError };
  if (nextMs === undefined) {
    log.error(fields, 'A delivery was given up: run "inquiries deliveries --failed"');
    return { state: 'failed', lastError };
  }
  const nextAttemptAt = toIso(nextMs);
  log.warn({ ...fields, nextAttemptAt }, 'A delivery failed and will be attempted again');
  return { nextAttemptAt, lastError };
}

/**
 * Retries until the outcome is stored or `signal` is aborted: going on without it would send the next
 * messages twice too.
 */
async function saveOutcome(
  { store, onOutcome, log }: Dependencies,
  delivery: LeasedDelivery,
  { receipt, ...outcome }: Attempt,
  signal: AbortSignal,
) {
  for (;;) {
    try {
      const isStored = await endLease(store, delivery, outcome, (transaction) =>
        onOutcome(transaction, delivery, outcome, receipt),
      );
      if (!isStored) log.warn(logFields(delivery), 'The lease of a delivery was lost');
      return;
    } catch (err) {
      log.error({ ...logFields(delivery), err }, 'The outcome of a delivery could not be stored');
      if (signal.aborted) return;
      await sleep(saveRetryMs);
    }
  }
}

const logFields = ({ kind, destination, inquiryId, day }: LeasedDelivery) => ({
  kind,
  destination,
  ...(inquiryId !== null && { inquiry: inquiryId }),
  ...(day !== null && { day }),
});

/** Rejects when `signal` is aborted, even if the sender goes on. */
async function sendUntilAborted<Result>(send: () => Promise<Result>, signal: AbortSignal) {
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
  /** Shortens the four days of attempts. */
  lastAttemptAt?: number;
  retryMs: number;
}

/**
 * Returns the time of the next attempt after a failure at `now`: exponential backoff up to an hour
 * with 50 % jitter (`random` from 0 to 1), or later if the destination asks for it. The last attempt
 * is four days after the first, or at `lastAttemptAt` if earlier; then returns undefined.
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
