import { setTimeout as sleep } from 'node:timers/promises';
import { slaMs } from '../../inquiry/deadlines.ts';
import { dayMs, hourMs, toIso } from '../../inquiry/format-time.ts';
import { createLogLimit } from '../../jobs/log-limit.ts';
import type { JobLog } from '../../jobs/run-loop.ts';
import { getDeletedId } from '../../store/events.ts';
import { readEarlier } from '../../store/inquiries/find-inquiry.ts';
import { readHistory } from '../../store/inquiries/read-history.ts';
import {
  type StoredInquiry,
  type StoredRow,
  toStoredInquiry,
} from '../../store/inquiries/stored-inquiry.ts';
import { toBit } from '../../store/inquiries/update-status.ts';
import { StoreUnavailable, wrapStoreErrors } from '../../store/store-errors.ts';
import type { Store } from '../../store/store.ts';
import type { Notification } from '../sender.ts';
import { type BusinessCalendar, readDigest } from '../schedule/digest.ts';
import { findDue, isReminder } from '../schedule/reminders.ts';
import { readSummary } from '../messages/summary.ts';
import { DeliveryError, type Sender, toDeliveryError } from '../sender.ts';
import {
  endLease,
  type LeasedDelivery,
  leaseMs,
  type Outcome,
  renewLease,
  type StoredEvent,
} from './leases.ts';

const saveRetryMs = 1000;
/** Of deliveries that succeed. */
const isLogged = createLogLimit();
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
): Promise<Outcome> {
  const { clock, log } = dependencies;
  const { event, attempts, redeliveries } = delivery;
  const subject = event.kind === 'received' ? 'An inquiry' : 'A notification';
  try {
    const notification = await loadNotification(dependencies, event);
    if (!notification) {
      log.info(logFields(delivery), 'A notification was skipped: it is obsolete');
      return { state: 'void' };
    }
    signal.throwIfAborted();
    const refused = await send({ ...notification, redeliveries }, signal);
    const fields = { ...logFields(delivery), attempts, redeliveries };
    const deliveredAt = toIso(clock());
    if (refused.length === 0) {
      log[isLogged() ? 'info' : 'debug'](fields, `${subject} was delivered`);
      return { state: 'delivered', deliveredAt, lastError: null };
    }
    const remark = `Refused recipients: ${refused.length}`;
    log.warn({ ...fields, remark }, `${subject} was delivered with a warning`);
    return { state: 'delivered', deliveredAt, lastError: remark };
  } catch (error) {
    if (error instanceof StoreUnavailable) throw error;
    if (signal.aborted) return {};
    if (!(error instanceof DeliveryError))
      log.error(
        { ...logFields(delivery), fault: error },
        'A delivery failed for an unknown reason',
      );
    return toFailure(dependencies, delivery, toDeliveryError(error));
  }
}

/** Loads the notification of a delivery; undefined if it is obsolete. Throws `StoreUnavailable`. */
export async function loadNotification(
  { store, clock, ...calendar }: BusinessCalendar & Pick<AttemptDependencies, 'store' | 'clock'>,
  event: StoredEvent,
): Promise<Notification | undefined> {
  const now = clock();
  const { id, kind, inquiryId, about, number } = event;
  if (kind === 'digest' || kind === 'escalation') {
    const digest = await readDigest(store, about ?? '', now, calendar);
    const isObsolete = kind === 'escalation' && !digest?.isEscalated;
    return digest && !isObsolete ? { id, kind, digest } : undefined;
  }
  if (kind === 'summary') {
    const summary = await readSummary(store, about ?? '');
    return summary && { id, kind, summary };
  }
  if (kind === 'deleted') return { id, kind, inquiryId: getDeletedId(id), at: event.at };
  if (['outage', 'recovery', 'address-refused'].includes(kind)) return undefined;
  // It stays for a server of a newer version.
  if (inquiryId === null) throw new DeliveryError('Unknown kind');

  const query = store.db.selectFrom('inquiries').selectAll().where('id', '=', inquiryId);
  const row = await wrapStoreErrors('The inquiry could not be read', () =>
    query.executeTakeFirst(),
  );
  if (!row) return undefined;
  const inquiry = toStoredInquiry(row);
  if (kind === 'received') {
    return { id, kind, inquiry, earlier: await readEarlier(store, inquiry) };
  }
  if (kind === 'acknowledgement') {
    return shouldAcknowledge(inquiry, now) ? { id, kind, inquiry } : undefined;
  }
  if (kind === 'changed') return loadChange(store, row, { id, number });
  if (!isReminder(kind)) throw new DeliveryError('Unknown kind');
  const due = findDue(kind, inquiry, now);
  return due && { id, kind, inquiry, due };
}

/** Loads a change with the inquiry as it left it; later changes have notifications of their own. */
async function loadChange(
  store: Store,
  row: StoredRow,
  event: Pick<StoredEvent, 'id' | 'number'>,
): Promise<Notification | undefined> {
  const history = await readHistory(store, row.id, event.number);
  const change = history.at(-1);
  if (!change) return undefined;
  const { status, qualified } = change;
  const assignee = history.findLast((entry) => entry.assignee !== undefined)?.assignee || null;
  const inquiry = toStoredInquiry({ ...row, status, qualified: toBit(qualified), assignee });
  return { id: event.id, kind: 'changed', inquiry, change, number: history.length };
}

/** An acknowledgement is obsolete once the promised time of a response has passed. */
const shouldAcknowledge = ({ status, receivedAt }: StoredInquiry, now: number) =>
  status !== 'spam' && now <= Date.parse(receivedAt) + slaMs.response;

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
 * after the first; then returns undefined.
 */
export function nextAttempt(
  {
    clock,
    random = Math.random,
    retryMs,
  }: Pick<AttemptDependencies, 'clock' | 'random' | 'retryMs'>,
  { attempts, firstAttemptAt }: Pick<LeasedDelivery, 'attempts' | 'firstAttemptAt'>,
  { isFinal }: DeliveryError,
): number | undefined {
  const now = clock();
  const giveUpAt = Date.parse(firstAttemptAt) + giveUpAfterMs;
  if (isFinal || now >= giveUpAt) return undefined;
  const backoffMs = Math.min(retryMs * 2 ** (attempts - 1), hourMs) * (1 - random() / 2);
  return Math.min(now + Math.round(backoffMs), giveUpAt);
}

/** Of an outcome that violates a constraint of the store: given up, or it would be sent again for ever. */
const unstorable: Outcome = { state: 'failed', lastError: 'The outcome could not be stored' };

/**
 * Retries until the outcome is stored or `signal` is aborted: going on without it would send the next
 * messages twice too.
 */
async function saveOutcome(
  { store, log }: AttemptDependencies,
  delivery: LeasedDelivery,
  attempt: Outcome,
  signal: AbortSignal,
) {
  let outcome = attempt;
  for (;;) {
    try {
      const isStored = await endLease(store, delivery, outcome);
      if (!isStored) log.warn(logFields(delivery), 'The lease of a delivery was lost');
      return;
    } catch (err) {
      log.error({ ...logFields(delivery), err }, 'The outcome of a delivery could not be stored');
      const willPass = !store.isConstraintViolation(err);
      if (signal.aborted || (!willPass && outcome === unstorable)) return;
      if (willPass) await sleep(saveRetryMs);
      else outcome = unstorable;
    }
  }
}

const logFields = ({ event: { kind, inquiryId, about }, destination }: LeasedDelivery) => ({
  kind,
  destination,
  inquiry: inquiryId ?? undefined,
  about: about ?? undefined,
});
