import { setTimeout as sleep } from 'node:timers/promises';
import { slaMs } from '../../inquiry/deadlines.ts';
import { dayMs, hourMs, toIso } from '../../inquiry/format-time.ts';
import type { JobLog } from '../../jobs/run-loop.ts';
import { getDeletedId } from '../../store/enqueue-deliveries.ts';
import { readEarlier } from '../../store/inquiries/read-earlier.ts';
import { readHistory } from '../../store/inquiries/read-history.ts';
import {
  type StoredInquiry,
  type StoredRow,
  toStoredInquiry,
} from '../../store/inquiries/stored-inquiry.ts';
import { toBit } from '../../store/inquiries/update-status.ts';
import { StoreUnavailable, wrapStoreErrors } from '../../store/store-errors.ts';
import type { Store } from '../../store/store.ts';
import type { Destination } from '../../store/tables.ts';
import type { Notification } from '../notification.ts';
import { isOutageReport, loadOutage } from '../outages.ts';
import { readRefusedAddresses, type Receipt, trackRefusedAddresses } from '../refused-addresses.ts';
import { type BusinessCalendar, lastDigestAttemptAt } from '../schedule/digest-times.ts';
import { readDigest } from '../schedule/read-digest.ts';
import { findDue, isReminder } from '../schedule/reminders.ts';
import { DeliveryError, type Sender, toDeliveryError } from '../sender.ts';
import { endLease, type LeasedDelivery, leaseMs, type Outcome, renewLease } from './leases.ts';

const saveRetryMs = 1000;
const giveUpAfterMs = 4 * dayMs;

export interface AttemptDependencies extends BusinessCalendar {
  store: Store;
  /** The time now, in milliseconds since the epoch. */
  clock: () => number;
  /** From 0 to 1. */
  random?: () => number;
  /** Backoff after the first failure. */
  retryMs: number;
  log: JobLog;
  /** Counts the attempts. */
  onAttempt?: ((destination: Destination, result: AttemptResult) => void) | undefined;
}

type BackoffDependencies = Pick<AttemptDependencies, 'clock' | 'random' | 'retryMs' | 'timeZone'>;

/**
 * `postponed`: failed, and will be attempted again. `interrupted`: aborted, and still due. `void`:
 * skipped, because it was obsolete.
 */
export type AttemptResult = 'delivered' | 'postponed' | 'given up' | 'interrupted' | 'void';

interface Attempt extends Outcome {
  receipt?: Receipt | undefined;
}

/** A lease outlasts one failed renewal, also for a server whose clock is 8 s ahead. */
const renewalMs = leaseMs / 5;

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
  const leaseLost = new AbortController();
  const renewal = setInterval(() => {
    renewLease(store, delivery, clock()).then(
      (isLeased) => isLeased || leaseLost.abort(),
      (err: unknown) =>
        log.warn({ ...logFields(delivery), err }, 'The lease of a delivery could not be renewed'),
    );
  }, renewalMs);
  try {
    const attemptSignal = AbortSignal.any([signal, leaseLost.signal]);
    const attempt = await loadAndSend(dependencies, delivery, send, attemptSignal);
    if (!leaseLost.signal.aborted)
      dependencies.onAttempt?.(delivery.destination, toAttemptResult(attempt));
    await saveOutcome(dependencies, delivery, attempt, signal);
  } finally {
    clearInterval(renewal);
  }
}

async function loadAndSend(
  dependencies: AttemptDependencies,
  delivery: LeasedDelivery,
  send: Sender,
  signal: AbortSignal,
): Promise<Attempt> {
  const { clock, log } = dependencies;
  const { kind, attempts, redeliveries } = delivery;
  const subject = kind === 'received' ? 'An inquiry' : 'A notification';
  try {
    const notification = await loadNotification(dependencies, delivery).catch(onLoadError);
    if (!notification) {
      log.info(logFields(delivery), 'A notification was skipped: it is obsolete');
      return { state: 'void' };
    }
    const receipt = await sendUntilAborted(send, { ...notification, redeliveries }, signal);
    const warning = receipt && describeRefusals(receipt);
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

  /** Converts unexpected errors, or a bug would be retried forever without backoff. */
  function onLoadError(fault: unknown): never {
    if (fault instanceof StoreUnavailable) throw fault;
    log.error({ ...logFields(delivery), fault }, 'A notification could not be loaded');
    const reason = toDeliveryError(fault).message;
    throw new DeliveryError(`The notification could not be loaded (${reason})`);
  }
}

/** Loads the notification of a delivery; undefined if it is obsolete. Throws `StoreUnavailable`. */
export async function loadNotification(
  { store, clock, ...calendar }: BusinessCalendar & Pick<AttemptDependencies, 'store' | 'clock'>,
  { kind, destination, inquiryId, day, firstAttemptAt }: LeasedDelivery,
): Promise<Notification | undefined> {
  const now = clock();
  if (isOutageReport(kind)) {
    const outage = await loadOutage(store, kind, destination, now);
    return outage && { kind, outage, reportedAt: firstAttemptAt };
  }
  const deletedId = getDeletedId(kind);
  if (deletedId) return { kind: 'deleted', id: deletedId, reportedAt: firstAttemptAt };
  if (kind === 'address-refused') {
    const refused = await readRefusedAddresses(store);
    return refused.length ? { kind, refused } : undefined;
  }
  if (kind === 'digest') {
    const digest = day === null ? undefined : await readDigest(store, day, now, calendar);
    return digest && { kind, digest };
  }
  const query = store.db.selectFrom('inquiries').selectAll().where('id', '=', inquiryId);
  const row = await wrapStoreErrors('The inquiry could not be read', () =>
    query.executeTakeFirst(),
  );
  if (!row) return undefined;
  const inquiry = toStoredInquiry(row);
  if (kind === 'received') {
    return destination === 'email'
      ? { kind, inquiry, earlier: await readEarlier(store, inquiry) }
      : { kind, inquiry };
  }
  if (kind === 'acknowledgement') {
    return shouldAcknowledge(inquiry, now) ? { kind, inquiry } : undefined;
  }
  if (kind.startsWith('updated-')) return loadUpdate(store, row, Number(kind.split('-')[1]));
  // It stays for a server of a newer version.
  if (!isReminder(kind)) throw new DeliveryError('Unknown kind');
  const due = findDue(kind, inquiry, now);
  return due && { kind, inquiry, due };
}

/** Loads a change with the inquiry as it left it; later changes have notifications of their own. */
async function loadUpdate(
  store: Store,
  row: StoredRow,
  number: number,
): Promise<Notification | undefined> {
  const history = (await readHistory(store, row.id)).slice(0, number);
  const change = history[number - 1];
  if (!change) return undefined;
  const { status, qualified } = change;
  const assignee = history.findLast((entry) => entry.assignee !== undefined)?.assignee || null;
  const inquiry = toStoredInquiry({ ...row, status, qualified: toBit(qualified), assignee });
  return { kind: 'updated', inquiry, change, number };
}

/** An acknowledgement is obsolete once the promised time of a response has passed. */
const shouldAcknowledge = ({ status, receivedAt }: StoredInquiry, now: number) =>
  status !== 'spam' && now <= Date.parse(receivedAt) + slaMs.response;

/** Rejects when `signal` is aborted, even if the sender goes on. */
async function sendUntilAborted(send: Sender, notification: Notification, signal: AbortSignal) {
  signal.throwIfAborted();
  const aborted = Promise.withResolvers<never>();
  const onAbort = () => aborted.reject(signal.reason);
  signal.addEventListener('abort', onAbort);
  try {
    return await Promise.race([send(notification, signal), aborted.promise]);
  } finally {
    signal.removeEventListener('abort', onAbort);
  }
}

function describeRefusals({ accepted, refused }: Receipt) {
  if (refused.length === 0) return undefined;
  return `${refused.length} of ${accepted.length + refused.length} recipients were refused`;
}

function toFailure(
  dependencies: AttemptDependencies,
  delivery: LeasedDelivery,
  error: DeliveryError,
): Outcome {
  const { log } = dependencies;
  const nextMs = nextAttempt(dependencies, delivery, error);
  const lastError = error.message.slice(0, 200);
  const fields = { ...logFields(delivery), attempts: delivery.attempts, error: lastError };
  if (nextMs === undefined) {
    log.error(fields, 'A delivery was given up: run "inquiries deliveries --failed"');
    return { state: 'failed', lastError };
  }
  const nextAttemptAt = toIso(nextMs);
  log.warn({ ...fields, nextAttemptAt }, 'A delivery failed and will be attempted again');
  return { nextAttemptAt, lastError };
}

/**
 * Returns the time of the next attempt after a failure (ms since the epoch): exponential backoff up to
 * an hour with 50 % jitter, or later if the destination asks for it. The last attempt is four days
 * after the first, that of a digest in the evening; then returns undefined.
 */
export function nextAttempt(
  { clock, random = Math.random, retryMs, timeZone }: BackoffDependencies,
  { attempts, firstAttemptAt, day }: Pick<LeasedDelivery, 'attempts' | 'firstAttemptAt' | 'day'>,
  { retryAfterMs = 0, isFinal }: DeliveryError,
): number | undefined {
  const now = clock();
  const giveUpAt = Math.min(
    Date.parse(firstAttemptAt) + giveUpAfterMs,
    day === null ? Infinity : lastDigestAttemptAt(day, timeZone),
  );
  if (isFinal || now >= giveUpAt) return undefined;
  const backoffMs = Math.min(retryMs * 2 ** (attempts - 1), hourMs) * (1 - random() / 2);
  return Math.min(now + Math.max(Math.round(backoffMs), retryAfterMs), giveUpAt);
}

function toAttemptResult({ state, nextAttemptAt }: Outcome): AttemptResult {
  if (state === 'failed') return 'given up';
  if (state === 'delivered' || state === 'void') return state;
  return nextAttemptAt === undefined ? 'interrupted' : 'postponed';
}

/**
 * Retries until the outcome is stored or `signal` is aborted: going on without it would send the next
 * messages twice too.
 */
async function saveOutcome(
  { store, clock, log }: AttemptDependencies,
  delivery: LeasedDelivery,
  { receipt, ...outcome }: Attempt,
  signal: AbortSignal,
) {
  for (;;) {
    try {
      const isStored = await endLease(store, delivery, outcome, async (transaction) => {
        if (receipt) await trackRefusedAddresses(transaction, receipt, clock());
      });
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
