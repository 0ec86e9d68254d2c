import { randomUUID } from 'node:crypto';
import { type Kysely, sql, type SqlBool, type Transaction, type Updateable } from 'kysely';
import type { Destination } from '../../config/destinations.ts';
import { dayMs, type EpochMs, type IsoTime, toIso } from '../../text/format-time.ts';
import { batchSize } from '../batches.ts';
import type { Store } from '../store.ts';
import type { SkipReason, Tables } from '../tables.ts';
import type { StoredEvent } from './events.ts';

/** Duration of a lease that is not renewed. */
export const leaseMs = 15_000;

/** Delay of a change that waits for a delivery in progress. */
const blockedRetryMs = 1000;

/**
 * Time for which a delivery is retried. Also the time for which it waits for a destination that was
 * removed.
 */
export const retryPeriodMs = 4 * dayMs;

/** A delivery that only this process may attempt. */
export interface LeasedDelivery {
  event: StoredEvent;
  /** Name of the destination. */
  destination: string;
  /** Token of the lease. The row keeps it until another process leases the delivery. */
  lease: string;
  /** Number of attempts since it was last queued, including this one. */
  attempts: number;
  firstAttemptAt: IsoTime;
  /** Addresses that still need the e-mail; undefined if all do. */
  pendingRecipients: string[] | undefined;
}

/** Outcome of an attempt. */
export type Outcome = Delivered | Retry | GivenUp | Skipped | Interrupted;

export interface Delivered {
  outcome: 'delivered';
  deliveredAt: IsoTime;
  /**
   * Describes recipients whom the mail server refused, in at most 200 characters; undefined if
   * there are none.
   */
  warning: string | undefined;
}

/** A failure after which the delivery is attempted again. */
export interface Retry {
  outcome: 'retry';
  nextAttemptAt: IsoTime;
  /** At most 200 characters. */
  error: string;
  pendingRecipients: string[] | undefined;
}

/** A failure after which the delivery waits for `inquiries redeliver`. */
export interface GivenUp {
  outcome: 'given-up';
  /** True if the destination may have accepted the notification. */
  mayHaveArrived: boolean;
  /** At most 200 characters. */
  error: string;
  pendingRecipients: string[] | undefined;
}

export interface Skipped {
  outcome: 'skipped';
  /** Undefined if the notification is obsolete. */
  skipReason: SkipReason | undefined;
}

/** The process is stopping, or has lost the lease. The delivery is still due. */
export interface Interrupted {
  outcome: 'interrupted';
}

/**
 * Finds the due time of the first delivery to `destination` without a lease; `Infinity` if there is
 * none.
 */
export async function findNextDueMs(
  { db }: Store,
  destination: Destination,
  now: EpochMs,
): Promise<EpochMs> {
  const due = selectUnleased(db, destination, now).select('nextAttemptAt').limit(1);
  const next = await due.executeTakeFirst();
  return next ? Date.parse(next.nextAttemptAt) : Infinity;
}

/**
 * Leases the delivery to `destination` that has been due for longest. Undefined if there is none,
 * and after a full batch of blocked changes.
 */
export async function leaseDelivery(
  { db }: Store,
  destination: Destination,
  now: EpochMs,
): Promise<LeasedDelivery | undefined> {
  return db.transaction().execute(async (transaction) => {
    const delayedCount = await delayBlocked(transaction, destination, now);
    if (delayedCount === batchSize) return undefined;
    const due = await selectDueDeliveries(transaction, destination, now)
      .selectAll('events')
      .select(['attempts', 'firstAttemptAt', 'pendingRecipients'])
      .$if(isInOrder(destination), (query) => query.where(sql<SqlBool>`${blockedUntil} is null`))
      .limit(1)
      // Skip rows that another process is leasing.
      .forUpdate('deliveries')
      .skipLocked()
      .executeTakeFirst();
    if (!due) return undefined;
    const { attempts: earlierAttempts, firstAttemptAt: first, pendingRecipients, ...event } = due;
    const lease = randomUUID();
    const attempts = earlierAttempts + 1;
    const firstAttemptAt = first ?? toIso(now);
    await transaction
      .updateTable('deliveries')
      .set({ lease, leaseEndsAt: toIso(now + leaseMs), attempts, firstAttemptAt })
      .where('event', '=', event.number)
      .where('destination', '=', destination.name)
      .execute();
    return {
      event,
      destination: destination.name,
      lease,
      attempts,
      firstAttemptAt,
      pendingRecipients: pendingRecipients?.split(' '),
    };
  });
}

/** Renews a lease. Resolves to false, with nothing changed, if the lease was lost. */
export const renewLease = (
  store: Store,
  delivery: LeasedDelivery,
  now: EpochMs,
): Promise<boolean> => updateLeased(store, delivery, { leaseEndsAt: toIso(now + leaseMs) });

/** Records the follow-up of an outcome, in the transaction that stores the outcome. */
type RecordFollowUp = (transaction: Transaction<Tables>) => Promise<void>;
const recordNothing: RecordFollowUp = async () => {};

/**
 * Stores the outcome and its follow-up (`recordFollowUp`), and ends the lease. Resolves to false,
 * with nothing changed, if the lease was lost.
 */
export const endLease = (
  store: Store,
  delivery: LeasedDelivery,
  outcome: Outcome,
  recordFollowUp?: RecordFollowUp,
): Promise<boolean> => {
  const changes = { ...toColumns(outcome), lease: null, leaseEndsAt: null };
  return updateLeased(store, delivery, changes, recordFollowUp);
};

type Columns = Updateable<Tables['deliveries']>;

function toColumns(result: Outcome): Columns {
  switch (result.outcome) {
    case 'delivered': {
      const { deliveredAt, warning = null } = result;
      return { state: 'delivered', deliveredAt, lastError: warning, pendingRecipients: null };
    }
    case 'retry': {
      const { nextAttemptAt, error } = result;
      return { nextAttemptAt, lastError: error, pendingRecipients: toText(result) };
    }
    case 'given-up':
      return { state: 'failed', lastError: result.error, pendingRecipients: toText(result) };
    case 'skipped':
      return { state: 'void', skipReason: result.skipReason };
    case 'interrupted':
      return {};
  }
}

const toText = ({ pendingRecipients }: Retry | GivenUp) => pendingRecipients?.join(' ') ?? null;

function selectUnleased(db: Kysely<Tables>, { name }: Destination, now: EpochMs) {
  return db
    .selectFrom('deliveries')
    .innerJoin('events', 'events.number', 'deliveries.event')
    .where('state', '=', 'waiting')
    .where('destination', '=', name)
    .where(({ eb, or }) => or([eb('lease', 'is', null), eb('leaseEndsAt', '<=', toIso(now))]))
    .orderBy('nextAttemptAt')
    .orderBy('event');
}

const selectDueDeliveries = (db: Kysely<Tables>, destination: Destination, now: EpochMs) =>
  selectUnleased(db, destination, now).where('nextAttemptAt', '<=', toIso(now));

/**
 * Tells if changes wait for earlier deliveries of their inquiry, so that a program ends with the
 * last state. People get each e-mail at once: one full mailbox must not delay the others.
 */
const isInOrder = ({ reaches }: Destination): boolean => reaches === 'programs';

/**
 * The latest due time of the deliveries for which a change waits; null if it waits for none. Plain
 * SQL, because Kysely would compile the query for each poll.
 */
const blockedUntil = sql<IsoTime | null>`case when events.kind = 'changed' then (
  select max(waiting.next_attempt_at) from events as earlier
  join deliveries as waiting on waiting.event = earlier.number
  where earlier.inquiry_id = events.inquiry_id
    and earlier.number < events.number
    and waiting.destination = deliveries.destination
    and waiting.state = 'waiting'
) end`;

/**
 * Delays the first due changes, up to a batch, that are blocked. An outage leaves one for each
 * inquiry, and each poll would read them all. Resolves to the number of delayed changes.
 */
async function delayBlocked(
  transaction: Transaction<Tables>,
  destination: Destination,
  now: EpochMs,
): Promise<number> {
  if (!isInOrder(destination)) return 0;
  const first = await selectDueDeliveries(transaction, destination, now)
    .select(['event', 'nextAttemptAt', blockedUntil.as('until')])
    .limit(batchSize)
    .execute();
  const soon = toIso(now + blockedRetryMs);
  let delayedCount = 0;
  for (const { event, nextAttemptAt, until } of first) {
    if (until === null) break;
    const isInProgress = until <= nextAttemptAt;
    await transaction
      .updateTable('deliveries')
      .set({ nextAttemptAt: isInProgress ? soon : until })
      .where('event', '=', event)
      .where('destination', '=', destination.name)
      .execute();
    delayedCount += 1;
  }
  return delayedCount;
}

/**
 * Runs in a transaction, as `leaseDelivery` does, because the simulation of the outbox observes
 * commits.
 */
function updateLeased(
  { db }: Store,
  { event, destination, lease }: LeasedDelivery,
  changes: Columns,
  recordFollowUp: RecordFollowUp = recordNothing,
): Promise<boolean> {
  return db.transaction().execute(async (transaction) => {
    const { numUpdatedRows } = await transaction
      .updateTable('deliveries')
      .set(changes)
      .where('event', '=', event.number)
      .where('destination', '=', destination)
      .where('lease', '=', lease)
      .executeTakeFirstOrThrow();
    const isUpdated = numUpdatedRows > 0n;
    if (isUpdated) await recordFollowUp(transaction);
    return isUpdated;
  });
}
