import { randomUUID } from 'node:crypto';
import type { Transaction } from 'kysely';
import type { Store } from '../store.ts';
import { storedFields, type StoredInquiry, toStoredInquiry } from '../stored-inquiry.ts';
import type { Destination, Tables } from '../tables.ts';

/** How long a delivery belongs to the process that attempts it, unless that renews it. */
export const leaseMs = 15_000;

/** A delivery that this process alone may attempt. */
export interface LeasedDelivery {
  lease: string;
  destination: Destination;
  attempts: number;
  firstAttemptAt: string;
  inquiry: StoredInquiry;
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
    // On PostgreSQL, this is the one query to end with `for update skip locked`.
    const due = await unleased(transaction, destination, now)
      .where('nextAttemptAt', '<=', toIso(now))
      .executeTakeFirst();
    if (!due) return undefined;

    const lease = randomUUID();
    const attempts = due.attempts + 1;
    const firstAttemptAt = due.firstAttemptAt ?? toIso(now);
    await transaction
      .updateTable('deliveries')
      .set({ lease, leaseEndsAt: toIso(now + leaseMs), attempts, firstAttemptAt })
      .where('inquiryId', '=', due.inquiryId)
      .where('destination', '=', destination)
      .execute();
    const row = await transaction
      .selectFrom('inquiries')
      .select(storedFields)
      .where('id', '=', due.inquiryId)
      .executeTakeFirstOrThrow();
    return { lease, destination, attempts, firstAttemptAt, inquiry: toStoredInquiry(row) };
  });
}

/** Keeps a delivery for longer. Without effect where the lease is no longer ours. */
export const renewLease = (store: Store, delivery: LeasedDelivery, now: number): Promise<void> =>
  updateLeased(store, delivery, { leaseEndsAt: toIso(now + leaseMs) });

/** Writes how an attempt ended and gives the delivery free. Without effect where it is not ours. */
export const endLease = (
  store: Store,
  delivery: LeasedDelivery,
  outcome: Partial<
    Pick<Tables['deliveries'], 'state' | 'nextAttemptAt' | 'deliveredAt' | 'lastError'>
  >,
): Promise<void> => updateLeased(store, delivery, { ...outcome, lease: null, leaseEndsAt: null });

const toIso = (ms: number) => new Date(ms).toISOString();

const unleased = (db: Store['db'] | Transaction<Tables>, destination: Destination, now: number) =>
  db
    .selectFrom('deliveries')
    .select(['inquiryId', 'nextAttemptAt', 'attempts', 'firstAttemptAt'])
    .where('state', '=', 'waiting')
    .where('destination', '=', destination)
    .where(({ eb, or }) => or([eb('lease', 'is', null), eb('leaseEndsAt', '<=', toIso(now))]))
    .orderBy('nextAttemptAt')
    .orderBy('inquiryId')
    .limit(1);

// In a transaction, because only that waits for other processes.
async function updateLeased(
  { db }: Store,
  { lease, destination, inquiry }: LeasedDelivery,
  changes: Partial<Tables['deliveries']>,
) {
  await db
    .transaction()
    .execute((transaction) =>
      transaction
        .updateTable('deliveries')
        .set(changes)
        .where('inquiryId', '=', inquiry.id)
        .where('destination', '=', destination)
        .where('lease', '=', lease)
        .execute(),
    );
}
