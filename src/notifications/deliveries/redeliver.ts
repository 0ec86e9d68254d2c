import type { Transaction } from 'kysely';
import { toIso } from '../../inquiry/format-time.ts';
import type { Store } from '../../store/store.ts';
import type { DestinationName, Tables } from '../../store/tables.ts';
import { createDelivery, enqueueDeliveries } from '../../store/events.ts';

export interface RedeliverDependencies {
  store: Store;
  /** The time now, in milliseconds since the epoch. */
  clock: () => number;
}

/**
 * Queues an inquiry, by its full id, again for `destinations`. Its reminders are queued again only if
 * given up, and so is its acknowledgement, for the inquirer. Resolves to all destinations. Throws
 * `StoreUnavailable`.
 */
export function redeliver(
  { store, clock }: RedeliverDependencies,
  inquiryId: string,
  destinations: readonly DestinationName[],
): Promise<DestinationName[]> {
  const now = toIso(clock());
  return store.db.transaction().execute(async (transaction) => {
    const { number: received } = await transaction
      .selectFrom('events')
      .select('number')
      .where('id', '=', `received-${inquiryId}`)
      .executeTakeFirstOrThrow();
    const requeued = await requeue(transaction, now)
      .where('event', 'in', (eb) =>
        eb.selectFrom('events').select('number').where('inquiryId', '=', inquiryId),
      )
      .where('destination', 'in', [...destinations, 'inquirer'])
      .where(({ eb, or }) => or([eb('event', '=', received), eb('state', '=', 'failed')]))
      .returning('destination')
      .execute();
    const added = destinations.map((name) => createDelivery(received, name, now));
    await enqueueDeliveries(transaction, added);
    const previous = requeued.map(({ destination }) => destination);
    return [...new Set([...previous, ...destinations])].sort();
  });
}

/** Queues all deliveries that were given up. Resolves to their number. Throws `StoreUnavailable`. */
export const redeliverFailed = ({ store, clock }: RedeliverDependencies): Promise<number> =>
  store.db.transaction().execute(async (transaction) => {
    const update = requeue(transaction, toIso(clock())).where('state', '=', 'failed');
    return Number((await update.executeTakeFirstOrThrow()).numUpdatedRows);
  });

/** Skips all deliveries that were given up. Resolves to their number. Throws `StoreUnavailable`. */
export const dismissFailed = (store: Store): Promise<number> =>
  store.db.transaction().execute(async (transaction) => {
    const update = transaction.updateTable('deliveries').set({ state: 'void' });
    const failed = await update.where('state', '=', 'failed').executeTakeFirstOrThrow();
    return Number(failed.numUpdatedRows);
  });

const requeue = (transaction: Transaction<Tables>, now: string) =>
  transaction.updateTable('deliveries').set(({ eb }) => ({
    state: 'waiting',
    attempts: 0,
    firstAttemptAt: null,
    nextAttemptAt: now,
    deliveredAt: null,
    // The outcome of an attempt in progress would replace the redelivery.
    lease: null,
    leaseEndsAt: null,
    redeliveries: eb('redeliveries', '+', 1),
  }));
