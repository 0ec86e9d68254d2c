import { setTimeout as sleep } from 'node:timers/promises';
import type { Store } from '../store/store.ts';
import type { Destination } from '../store/tables.ts';
import { toIso } from '../inquiry/to-iso.ts';
import { type DeliveryError, toDeliveryError } from './delivery-error.ts';
import { lastDigestAttemptAt } from '../notifications/schedule/digest-times.ts';
import { endLease, type LeasedDelivery, leaseMs, type Outcome, renewLease } from './leases.ts';
import { trackOutage } from '../notifications/outages.ts';
import { readNews } from '../notifications/load-notification.ts';
import type { Sender, Senders } from '../notifications/notification.ts';

const settlePauseMs = 1000;

/** Takes an event by the inquiry's id, never by what it says. */
export interface DeliveryLog {
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
  error(fields: object, message: string): void;
}

export interface AttemptDependencies {
  store: Store;
  /** Destinations of this server: what fails at one is reported to another. */
  senders: Senders;
  /** The time now, in milliseconds since the epoch. */
  clock: () => number;
  /** From 0 to 1. */
  random: () => number;
  /** How long to wait after the first failure. */
  retryMs: number;
  /** The firm's (IANA name), which says when a digest's day is over. */
  timeZone: string;
  log: DeliveryLog;
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
export async function attemptDelivery(
  dependencies: AttemptDependencies,
  delivery: LeasedDelivery,
  send: Sender,
  signal: AbortSignal,
): Promise<void> {
  const { store, clock, timeZone, log } = dependencies;
  const renewal = setInterval(() => {
    renewLease(store, delivery, clock()).catch((err: unknown) =>
      log.warn({ ...fieldsOf(delivery), err }, 'A delivery could not be kept for longer'),
    );
  }, leaseMs / 3);
  try {
    const news = await readNews(store, delivery, { now: clock(), timeZone });
    const outcome = news
      ? await outcomeOf(dependencies, delivery, () => send(news, signal), signal)
      : leftOut(dependencies, delivery);
    dependencies.onAttempt?.(delivery.destination, resultOf(outcome));
    await settle(dependencies, delivery, outcome, signal);
  } finally {
    clearInterval(renewal);
  }
}

function resultOf({ state, nextAttemptAt }: Outcome): AttemptResult {
  if (state === 'failed') return 'given up';
  if (state === 'delivered' || state === 'void') return state;
  return nextAttemptAt === undefined ? 'interrupted' : 'postponed';
}

function leftOut({ log }: AttemptDependencies, delivery: LeasedDelivery): Outcome {
  log.info(fieldsOf(delivery), 'A notice was not sent: there is nothing to say any more');
  return { state: 'void' };
}

async function outcomeOf(
  dependencies: AttemptDependencies,
  delivery: LeasedDelivery,
  send: () => ReturnType<Sender>,
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
  { clock, random, retryMs, timeZone, log }: AttemptDependencies,
  delivery: LeasedDelivery,
  error: DeliveryError,
): Outcome {
  const { attempts, firstAttemptAt, day } = delivery;
  const lastAttemptAt = day === null ? Infinity : lastDigestAttemptAt(day, timeZone);
  const soFar = { attempts, firstAttemptAt: Date.parse(firstAttemptAt), lastAttemptAt, retryMs };
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
  { store, senders, clock, log }: AttemptDependencies,
  delivery: LeasedDelivery,
  outcome: Outcome,
  signal: AbortSignal,
) {
  for (;;) {
    try {
      return await endLease(store, delivery, outcome, (transaction) =>
        trackOutage(transaction, delivery, outcome, { now: clock(), senders }),
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
async function untilAborted(send: () => ReturnType<Sender>, signal: AbortSignal) {
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
