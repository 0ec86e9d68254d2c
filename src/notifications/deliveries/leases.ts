import { randomUUID } from 'node:crypto';
import { type ExpressionBuilder, sql, type SqlBool, type Transaction } from 'kysely';
import { toIso } from '../../inquiry/format-time.ts';
import type { Store } from '../../store/store.ts';
import type { Destination, Tables } from '../../store/tables.ts';

/** Duration of a lease that is not renewed. */
export const leaseMs = 15_000;

type DeliveryKey = Pick<Tables['deliveries'], 'kind' | 'destination' | 'inquiryId' | 'day'>;

/** A delivery that only this process may attempt. */
export interface LeasedDelivery extends DeliveryKey {
  lease: string;
  attempts: number;
  firstAttemptAt: string;
  redeliveries: number;
}

/** Finds the due time of the first delivery to `destination` without a lease. */
export async function nextDueAt(
  { db }: Store,
  destination: Destination,
  now: number,
): Promise<number | undefined> {
  const next = await selectUnleased(db, destination, now).executeTakeFirst();
  return next && Date.parse(next.nextAttemptAt);
}

/** Leases the delivery to `destination` that has been due for longest; undefined without one. */
export async function leaseDelivery(
  { db }: Store,
  destination: Destination,
  now: number,
): Promise<LeasedDelivery | undefined> {
  return db.transaction().execute(async (transaction) => {
    const due = await selectUnleased(transaction, destination, now)
      .where('nextAttemptAt', '<=', toIso(now))
      // Skips a row that another process is leasing.
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
      .where(matchesKey(due))
      .execute();
    const { kind, inquiryId, day, redeliveries } = due;
    return { lease, kind, destination, inquiryId, day, attempts, firstAttemptAt, redeliveries };
  });
}

/** Renews a lease. Returns false, with nothing changed, if the lease was lost. */
export const renewLease = (store: Store, delivery: LeasedDelivery, now: number): Promise<boolean> =>
  updateLeased(store, delivery, { leaseEndsAt: toIso(now + leaseMs) });

/** Result of an attempt, as stored. */
export type Outcome = Partial<
  Pick<Tables['deliveries'], 'state' | 'nextAttemptAt' | 'deliveredAt' | 'lastError'>
>;

/**
 * Stores the outcome of an attempt, ends the lease and runs `onSaved` in the same transaction. Returns
 * false, with nothing changed, if the lease was lost.
 */
export const endLease = (
  store: Store,
  delivery: LeasedDelivery,
  outcome: Outcome,
  onSaved?: (transaction: Transaction<Tables>) => Promise<void>,
): Promise<boolean> =>
  updateLeased(store, delivery, { ...outcome, lease: null, leaseEndsAt: null }, onSaved);

/** Changes of an inquiry go in order, after its arrival. In SQL, because Kysely compiles each poll. */
const isNextOfInquiry = sql<SqlBool>`(
  deliveries.kind not like 'updated-%' or not exists (
    select 1 from deliveries as earlier
    where earlier.inquiry_id = deliveries.inquiry_id
      and earlier.destination = deliveries.destination
      and earlier.kind < deliveries.kind
      and earlier.state = 'waiting'
  )
)`;

const selectUnleased = (
  db: Store['db'] | Transaction<Tables>,
  destination: Destination,
  now: number,
) =>
  db
    .selectFrom('deliveries')
    .select(['kind', 'destination', 'inquiryId', 'day'])
    .select(['nextAttemptAt', 'attempts', 'firstAttemptAt', 'redeliveries'])
    .where('state', '=', 'waiting')
    .where('destination', '=', destination)
    .where(({ eb, or }) => or([eb('lease', 'is', null), eb('leaseEndsAt', '<=', toIso(now))]))
    .where(isNextOfInquiry)
    .orderBy('nextAttemptAt')
    .orderBy('inquiryId')
    .limit(1);

const matchesKey =
  ({ kind, destination, inquiryId, day }: DeliveryKey) =>
  ({ eb, and }: ExpressionBuilder<Tables, 'deliveries'>) =>
    and([
      eb('inquiryId', inquiryId === null ? 'is' : '=', inquiryId),
      eb('day', day === null ? 'is' : '=', day),
      eb('destination', '=', destination),
      eb('kind', '=', kind),
    ]);

// In a transaction, because a single statement of SQLite does not wait for locks of other processes.
const updateLeased = (
  { db }: Store,
  delivery: LeasedDelivery,
  changes: Partial<Tables['deliveries']>,
  onSaved?: (transaction: Transaction<Tables>) => Promise<void>,
) =>
  db.transaction().execute(async (transaction) => {
    const { numUpdatedRows } = await transaction
      .updateTable('deliveries')
      .set(changes)
      .where(matchesKey(delivery))
      .where('lease', '=', delivery.lease)
      .executeTakeFirstOrThrow();
    const isLeased = numUpdatedRows > 0n;
    if (isLeased) await onSaved?.(transaction);
    return isLeased;
  });
