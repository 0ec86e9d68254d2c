import { randomUUID } from 'node:crypto';
import { type Kysely, sql, type SqlBool, type Updateable } from 'kysely';
import type { Destination } from '../../config/destinations.ts';
import { toIso } from '../../inquiry/format-time.ts';
import { leaseMs } from '../../store/events.ts';
import type { Store } from '../../store/store.ts';
import type { Tables } from '../../store/tables.ts';

/** A delivery that only this process may attempt, with its event. */
export type LeasedDelivery = NonNullable<Awaited<ReturnType<typeof leaseDelivery>>>;

/** Finds the due time (ms) of the first delivery to `destination` without a lease; `Infinity` without one. */
export async function nextDueAt({ db }: Store, destination: Destination, now: number) {
  const due = selectUnleased(db, destination, now).select('nextAttemptAt');
  const next = await due.executeTakeFirst();
  return next ? Date.parse(next.nextAttemptAt) : Infinity;
}

/** Leases the delivery to `destination` that has been due for longest; undefined without one. */
export const leaseDelivery = ({ db }: Store, destination: Destination, now: number) =>
  db.transaction().execute(async (transaction) => {
    const due = await selectUnleased(transaction, destination, now)
      .selectAll('events')
      .select(['destination', 'attempts', 'firstAttemptAt', 'pendingRecipients'])
      .where('nextAttemptAt', '<=', toIso(now))
      // Skips a row that another process is leasing.
      .forUpdate('deliveries')
      .skipLocked()
      .executeTakeFirst();
    if (!due) return undefined;
    const attempt = {
      lease: randomUUID(),
      attempts: due.attempts + 1,
      firstAttemptAt: due.firstAttemptAt ?? toIso(now),
    };
    await transaction
      .updateTable('deliveries')
      .set({ ...attempt, leaseEndsAt: toIso(now + leaseMs) })
      .where((eb) => eb.and({ event: due.number, destination: destination.name }))
      .execute();
    return { ...due, ...attempt };
  });

/** Renews a lease. Returns false, with nothing changed, if the lease was lost. */
export const renewLease = (store: Store, delivery: LeasedDelivery, now: number) =>
  updateLeased(store, delivery, { leaseEndsAt: toIso(now + leaseMs) });

export type Outcome = Updateable<Tables['deliveries']>;

/** Stores the outcome and ends the lease. Returns false, with nothing changed, if the lease was lost. */
export const endLease = (store: Store, delivery: LeasedDelivery, outcome: Outcome) =>
  updateLeased(store, delivery, { ...outcome, lease: null, leaseEndsAt: null });

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

function selectUnleased(db: Kysely<Tables>, { name, reaches }: Destination, now: number) {
  const unleased = db
    .selectFrom('deliveries')
    .innerJoin('events', 'events.number', 'deliveries.event')
    .where((eb) => eb.and({ state: 'waiting', destination: name }))
    .where(({ eb, or }) => or([eb('lease', 'is', null), eb('leaseEndsAt', '<=', toIso(now))]))
    .orderBy('nextAttemptAt')
    .orderBy('event')
    .limit(1);
  // People get each e-mail at once: one full mailbox must not delay the others.
  return reaches === 'programs' ? unleased.where(isNextOfInquiry) : unleased;
}

// In a transaction, as `leaseDelivery`: the simulation of the outbox looks at each commit.
const updateLeased = ({ db }: Store, delivery: LeasedDelivery, changes: Outcome) =>
  db.transaction().execute(async (transaction) => {
    const { number: event, destination, lease } = delivery;
    const { numUpdatedRows } = await transaction
      .updateTable('deliveries')
      .set(changes)
      .where((eb) => eb.and({ event, destination, lease }))
      .executeTakeFirstOrThrow();
    return numUpdatedRows > 0n;
  });
