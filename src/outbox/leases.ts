import { randomUUID } from 'node:crypto';
import type { ExpressionBuilder, Transaction } from 'kysely';
import { toIso } from '../inquiry/to-iso.ts';
import type { Store } from '../store/store.ts';
import type { Destination, Tables } from '../store/tables.ts';

/** How long a delivery belongs to the process that attempts it, unless that renews it. */
export const leaseMs = 15_000;

type DeliveryKey = Pick<Tables['deliveries'], 'kind' | 'destination' | 'inquiryId' | 'day'>;

/** A delivery that this process alone may attempt. */
export interface LeasedDelivery extends DeliveryKey {
  lease: string;
  attempts: number;
  firstAttemptAt: string;
  redeliveries: number;
}

/** When the next delivery to `destination` that nobody attempts is due; undefined without one. */
export async function whenDue(
  { db }: Store,
  destination: Destination,
  now: number,
): Promise<number | undefined> {
  const next = await unleased(db, destination, now).executeTakeFirst();
  return next && Date.parse(next.nextAttemptAt);
}

/** Takes the delivery to `destination` that has been due for longest; undefined without one. */
export async function leaseDelivery(
  { db }: Store,
  destination: Destination,
  now: number,
): Promise<LeasedDelivery | undefined> {
  return db.transaction().execute(async (transaction) => {
    const due = await unleased(transaction, destination, now)
      .where('nextAttemptAt', '<=', toIso(now))
      // What another process is leasing right now is its own.
      .forUpdate()
      .skipLocked()
      .executeTakeFirst();
    if (!due) return undefined;

    const lease = randomUUID();
    const attempts = due.attempts + 1;
    const firstAttemptAt = due.firstAttemptAt ?? toIso(now);
    await transaction
      .updateTable('deliveries')
      .set({ lease, leaseEndsAt: toIso(now + leaseMs), attempts, firstAttemptAt })
      .where(isKeyedBy(due))
      .execute();
    const { kind, inquiryId, day, redeliveries } = due;
    return { lease, kind, destination, inquiryId, day, attempts, firstAttemptAt, redeliveries };
  });
}

/** Keeps a delivery for longer. Without effect where the lease is no longer ours. */
export const renewLease = (store: Store, delivery: LeasedDelivery, now: number): Promise<void> =>
  updateLeased(store, delivery, { leaseEndsAt: toIso(now + leaseMs) });

/** The result of an attempt, as it is stored. */
export type Outcome = Partial<
  Pick<Tables['deliveries'], 'state' | 'nextAttemptAt' | 'deliveredAt' | 'lastError'>
>;

/**
 * Writes how an attempt ended, gives the delivery free, and does `alongside` in the same
 * transaction. Without effect where the lease is no longer ours.
 */
export const endLease = (
  store: Store,
  delivery: LeasedDelivery,
  outcome: Outcome,
  alongside?: (transaction: Transaction<Tables>) => Promise<void>,
): Promise<void> =>
  updateLeased(store, delivery, { ...outcome, lease: null, leaseEndsAt: null }, alongside);

const unleased = (db: Store['db'] | Transaction<Tables>, destination: Destination, now: number) =>
  db
    .selectFrom('deliveries')
    .select(['kind', 'destination', 'inquiryId', 'day'])
    .select(['nextAttemptAt', 'attempts', 'firstAttemptAt', 'redeliveries'])
    .where('state', '=', 'waiting')
    .where('destination', '=', destination)
    .where(({ eb, or }) => or([eb('lease', 'is', null), eb('leaseEndsAt', '<=', toIso(now))]))
    .orderBy('nextAttemptAt')
    .orderBy('inquiryId')
    .limit(1);

const isKeyedBy =
  ({ kind, destination, inquiryId, day }: DeliveryKey) =>
  ({ eb, and }: ExpressionBuilder<Tables, 'deliveries'>) =>
    and([
      eb('inquiryId', inquiryId === null ? 'is' : '=', inquiryId),
      eb('day', day === null ? 'is' : '=', day),
      eb('destination', '=', destination),
      eb('kind', '=', kind),
    ]);

// In a transaction, because only that waits for other processes.
const updateLeased = (
  { db }: Store,
  delivery: LeasedDelivery,
  changes: Partial<Tables['deliveries']>,
  alongside?: (transaction: Transaction<Tables>) => Promise<void>,
) =>
  db.transaction().execute(async (transaction) => {
    const { numUpdatedRows } = await transaction
      .updateTable('deliveries')
      .set(changes)
      .where(isKeyedBy(delivery))
      .where('lease', '=', delivery.lease)
      .executeTakeFirstOrThrow();
    if (numUpdatedRows > 0n) await alongside?.(transaction);
  });
