import { randomUUID } from 'node:crypto';
import { type Kysely, sql, type SqlBool, type Transaction, type Updateable } from 'kysely';
import type { Destination } from '../../config/destinations.ts';
import { dayMs, type EpochMs, type IsoTime, toIso } from '../../text/format-time.ts';
import type { Store } from '../store.ts';
import type { SkipReason, Tables } from '../tables.ts';
import type { StoredEvent } from './events.ts';

/** Duration of the lease of a delivery, if it is not renewed. */
export const leaseMs = 15_000;

/** Time for which a delivery is retried, and for which it waits for a destination that was removed. */
export const retryPeriodMs = 4 * dayMs;

/** A delivery that only this process may attempt. */
export interface LeasedDelivery {
  event: StoredEvent;
  /** Name of the destination. */
  destination: string;
  /** Token that the row has until another process leases it. */
  lease: string;
  /** Since it was last queued, with this one. */
  attempts: number;
  firstAttemptAt: IsoTime;
  /** Addresses that still need the e-mail, which the others have; undefined: all. */
  pendingRecipients: string[] | undefined;
}

/** End of an attempt. */
export type Outcome = Delivered | Retry | GivenUp | Skipped | Interrupted;

export interface Delivered {
  outcome: 'delivered';
  deliveredAt: IsoTime;
  /** Refusals by the mail server, in at most 200 characters; undefined if it refused nobody. */
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
  /** The destination may have accepted it. */
  mayHaveArrived: boolean;
  /** At most 200 characters. */
  error: string;
  pendingRecipients: string[] | undefined;
}

export interface Skipped {
  outcome: 'skipped';
  /** Undefined: its notification is obsolete. */
  skipReason: SkipReason | undefined;
}

/** The process stops, or has lost the lease: the delivery is still due. */
export interface Interrupted {
  outcome: 'interrupted';
}

/** Finds the due time of the first delivery to `destination` without a lease; `Infinity` without one. */
export async function nextDueAt(
  { db }: Store,
  destination: Destination,
  now: EpochMs,
): Promise<EpochMs> {
  const due = selectUnleased(db, destination, now).select('nextAttemptAt');
  const next = await due.executeTakeFirst();
  return next ? Date.parse(next.nextAttemptAt) : Infinity;
}

/** Leases the delivery to `destination` that has been due for longest; undefined without one. */
export async function leaseDelivery(
  { db }: Store,
  destination: Destination,
  now: EpochMs,
): Promise<LeasedDelivery | undefined> {
  return db.transaction().execute(async (transaction) => {
    const due = await selectUnleased(transaction, destination, now)
      .selectAll('events')
      .select(['attempts', 'firstAttemptAt', 'pendingRecipients'])
      .where('nextAttemptAt', '<=', toIso(now))
      // Skips a row that another process is leasing.
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

/** Renews a lease. Returns false, with nothing changed, if the lease was lost. */
export const renewLease = (
  store: Store,
  delivery: LeasedDelivery,
  now: EpochMs,
): Promise<boolean> => updateLeased(store, delivery, { leaseEndsAt: toIso(now + leaseMs) });

/** Records the events that an outcome leads to, in its transaction. */
type RecordFollowUp = (transaction: Transaction<Tables>) => Promise<void>;
const recordNothing: RecordFollowUp = async () => {};

/**
 * Stores the outcome and what it leads to (`recordFollowUp`), and ends the lease. Returns false, with nothing
 * changed, if the lease was lost.
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

/**
 * A change waits for earlier events of its inquiry, so that a program ends with the last state. In SQL,
 * because Kysely compiles each poll.
 */
const isNextOfInquiry = sql<SqlBool>`(
  events.kind <> 'changed' or not exists (
    select 1 from events as earlier
    join deliveries as waiting on waiting.event = earlier.number
    where earlier.inquiry_id = events.inquiry_id
      and earlier.number < events.number
      and waiting.destination = deliveries.destination
      and waiting.state = 'waiting'
  )
)`;

function selectUnleased(db: Kysely<Tables>, { name, reaches }: Destination, now: EpochMs) {
  const unleased = db
    .selectFrom('deliveries')
    .innerJoin('events', 'events.number', 'deliveries.event')
    .where('state', '=', 'waiting')
    .where('destination', '=', name)
    .where(({ eb, or }) => or([eb('lease', 'is', null), eb('leaseEndsAt', '<=', toIso(now))]))
    .orderBy('nextAttemptAt')
    .orderBy('event')
    .limit(1);
  // People get each e-mail at once: one full mailbox must not delay the others.
  return reaches === 'programs' ? unleased.where(isNextOfInquiry) : unleased;
}

/** Runs in a transaction, as `leaseDelivery` does, because the simulation of the outbox observes commits. */
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
