import type { Transaction } from 'kysely';
import { orUnavailable } from '../store-unavailable.ts';
import type { Store } from '../store.ts';
import type { Destination, Tables } from '../tables.ts';
import { toIso } from '../to-iso.ts';
import { insertDeliveries, newDelivery } from './queue-deliveries.ts';

export interface RedeliverDependencies {
  store: Store;
  /** The time now, in milliseconds since the epoch. */
  clock: () => number;
}

// So few that the server's own writes hardly wait.
const batchSize = 200;

const message = 'The deliveries could not be queued';

/**
 * Has an inquiry, by its whole id, delivered again now: where it was to go, and to those of
 * `destinations` that it never was to go to. Of its reminders and its acknowledgement, only what
 * was given up goes again. Resolves to all destinations. Throws `StoreUnavailable`.
 */
export function redeliver(
  { store, clock }: RedeliverDependencies,
  inquiryId: string,
  destinations: readonly Destination[],
): Promise<Destination[]> {
  const now = toIso(clock());
  return inTransaction(store, async (transaction) => {
    const again = await requeue(transaction, now)
      .where('inquiryId', '=', inquiryId)
      .where(({ eb, or }) => or([eb('kind', '=', 'received'), eb('state', '=', 'failed')]))
      .returning('destination')
      .execute();
    const rows = destinations.map((destination) =>
      newDelivery({ kind: 'received', destination, inquiryId, nextAttemptAt: now }),
    );
    await insertDeliveries(transaction, rows);
    const earlier = again.map(({ destination }) => destination);
    return [...new Set([...earlier, ...destinations])].sort();
  });
}

/**
 * Has every delivery that was given up attempted again now, and calls `onProgress` with how many are
 * queued. Resolves to that at the end. Throws `StoreUnavailable`.
 */
export async function redeliverFailed(
  { store, clock }: RedeliverDependencies,
  onProgress?: (done: number) => void,
): Promise<number> {
  const now = toIso(clock());
  let done = 0;
  for (;;) {
    const queued = await inTransaction(store, (transaction) => requeueFailed(transaction, now));
    if (queued === 0) return done;
    done += queued;
    onProgress?.(done);
  }
}

/** How many deliveries were given up. Throws `StoreUnavailable`. */
export async function countFailed({ db }: Store): Promise<number> {
  const counted = await orUnavailable('The deliveries could not be read', () =>
    db
      .selectFrom('deliveries')
      .select(({ fn }) => fn.countAll().as('count'))
      .where('state', '=', 'failed')
      .executeTakeFirstOrThrow(),
  );
  return Number(counted.count);
}

async function requeueFailed(transaction: Transaction<Tables>, now: string) {
  const { numUpdatedRows } = await requeue(transaction, now)
    .where('state', '=', 'failed')
    // What is queued here may be given up again before this is done.
    .where('nextAttemptAt', '!=', now)
    .where(({ eb, or, selectFrom }) => {
      const someInquiries = selectFrom('deliveries')
        .select('inquiryId')
        .where('inquiryId', 'is not', null)
        .where('state', '=', 'failed')
        .where('nextAttemptAt', '!=', now)
        .limit(batchSize);
      // Digests are one a day at most: all of them go with the first batch.
      return or([eb('day', 'is not', null), eb('inquiryId', 'in', someInquiries)]);
    })
    .executeTakeFirstOrThrow();
  return Number(numUpdatedRows);
}

const requeue = (transaction: Transaction<Tables>, now: string) =>
  transaction.updateTable('deliveries').set({
    state: 'waiting',
    attempts: 0,
    firstAttemptAt: null,
    nextAttemptAt: now,
    deliveredAt: null,
  });

const inTransaction = <Result>(
  { db }: Store,
  work: (transaction: Transaction<Tables>) => Promise<Result>,
) => orUnavailable(message, () => db.transaction().execute(work));
