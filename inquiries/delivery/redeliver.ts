import type { Transaction } from 'kysely';
import { orUnavailable } from '../store-unavailable.ts';
import type { Store } from '../store.ts';
import type { Destination, Tables } from '../tables.ts';
import { insertDeliveries, newDelivery } from './queue-deliveries.ts';

export interface RedeliverDependencies {
  store: Store;
  /** The time now, in milliseconds since the epoch. */
  clock: () => number;
}

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
  const now = new Date(clock()).toISOString();
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

/** Has every delivery that was given up attempted again now. Resolves to how many. */
export function redeliverFailed({ store, clock }: RedeliverDependencies): Promise<number> {
  const now = new Date(clock()).toISOString();
  return inTransaction(store, async (transaction) => {
    const { numUpdatedRows } = await requeue(transaction, now)
      .where('state', '=', 'failed')
      .executeTakeFirstOrThrow();
    return Number(numUpdatedRows);
  });
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
