import { randomUUID } from 'node:crypto';
import { type Selectable, sql, type SqlBool, type Transaction } from 'kysely';
import { toIso } from '../../inquiry/format-time.ts';
import type { Store } from '../../store/store.ts';
import type { DestinationName, Tables } from '../../store/tables.ts';

/** Duration of a lease that is not renewed. */
export const leaseMs = 15_000;

export type StoredEvent = Selectable<Tables['events']>;

/** A delivery that only this process may attempt. */
export interface LeasedDelivery {
  event: StoredEvent;
  destination: DestinationName;
  lease: string;
  attempts: number;
  firstAttemptAt: string;
  redeliveries: number;
  pendingRecipients: string | null;
}

/** Finds the due time of the first delivery to `destination` without a lease. */
export async function nextDueAt(
  { db }: Store,
  destination: DestinationName,
  now: number,
): Promise<number | undefined> {
  const next = await selectUnleased(db, destination, now)
    .select('nextAttemptAt')
    .executeTakeFirst();
  return next && Date.parse(next.nextAttemptAt);
}

/** Leases the delivery to `destination` that has been due for longest; undefined without one. */
export async function leaseDelivery(
  { db }: Store,
  destination: DestinationName,
  now: number,
): Promise<LeasedDelivery | undefined> {
  return db.transaction().execute(async (transaction) => {
    const due = await selectUnleased(transaction, destination, now)
      .selectAll('events')
      .select(['attempts', 'firstAttemptAt', 'redeliveries', 'pendingRecipients'])
      .where('nextAttemptAt', '<=', toIso(now))
      // Skips a row that another process is leasing.
      .forUpdate('deliveries')
      .skipLocked()
      .executeTakeFirst();
    if (!due) return undefined;

    const {
      redeliveries,
      pendingRecipients,
      attempts: earlier,
      firstAttemptAt: first,
      ...event
    } = due;
    const lease = randomUUID();
    const attempts = earlier + 1;
    const firstAttemptAt = first ?? toIso(now);
    await transaction
      .updateTable('deliveries')
      .set({ lease, leaseEndsAt: toIso(now + leaseMs), attempts, firstAttemptAt })
      .where('event', '=', event.number)
      .where('destination', '=', destination)
      .execute();
    return { event, destination, lease, attempts, firstAttemptAt, redeliveries, pendingRecipients };
  });
}

/** Renews a lease. Returns false, with nothing changed, if the lease was lost. */
export const renewLease = (store: Store, delivery: LeasedDelivery, now: number): Promise<boolean> =>
  updateLeased(store, delivery, { leaseEndsAt: toIso(now + leaseMs) });

/** Result of an attempt, as stored. */
export type Outcome = Partial<
  Pick<
    Tables['deliveries'],
    'state' | 'nextAttemptAt' | 'deliveredAt' | 'lastError' | 'pendingRecipients'
  >
>;

/**
 * Stores the outcome of an attempt and ends the lease. Returns false, with nothing changed, if the
 * lease was lost.
 */
export const endLease = (
  store: Store,
  delivery: LeasedDelivery,
  outcome: Outcome,
): Promise<boolean> =>
  updateLeased(store, delivery, { ...outcome, lease: null, leaseEndsAt: null });

/** A change waits for earlier events of its inquiry. In SQL, because Kysely compiles each poll. */
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

const selectUnleased = (
  db: Store['db'] | Transaction<Tables>,
  destination: DestinationName,
  now: number,
) =>
  db
    .selectFrom('deliveries')
    .innerJoin('events', 'events.number', 'deliveries.event')
    .where('state', '=', 'waiting')
    .where('destination', '=', destination)
    .where(({ eb, or }) => or([eb('lease', 'is', null), eb('leaseEndsAt', '<=', toIso(now))]))
    .where(isNextOfInquiry)
    .orderBy('nextAttemptAt')
    .orderBy('event')
    .limit(1);

// In a transaction, as `leaseDelivery`: the simulation of the outbox looks at each commit.
const updateLeased = (
  { db }: Store,
  { event, destination, lease }: LeasedDelivery,
  changes: Partial<Tables['deliveries']>,
) =>
  db.transaction().execute(async (transaction) => {
    const { numUpdatedRows } = await transaction
      .updateTable('deliveries')
      .set(changes)
      .where('event', '=', event.number)
      .where('destination', '=', destination)
      .where('lease', '=', lease)
      .executeTakeFirstOrThrow();
    return numUpdatedRows > 0n;
  });
