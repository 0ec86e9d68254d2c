import type { ExpressionBuilder, Transaction } from 'kysely';
import { toIso } from '../inquiry/to-iso.ts';
import { wrapStoreErrors } from '../store/store-errors.ts';
import type { Store } from '../store/store.ts';
import type { Destination, Tables } from '../store/tables.ts';
import { enqueueDeliveries, newDelivery } from './enqueue-deliveries.ts';

export interface RedeliverDependencies {
  store: Store;
  /** The time now, in milliseconds since the epoch. */
  clock: () => number;
}

// Keeps the write lock short.
const batchSize = 200;

/**
 * Queues an inquiry, by its full id, again for its destinations, and for others of `destinations`.
 * Its reminders and its acknowledgement are queued again only if given up. Resolves to all
 * destinations. Throws `StoreUnavailable`.
 */
export function redeliver(
  { store, clock }: RedeliverDependencies,
  inquiryId: string,
  destinations: readonly Destination[],
): Promise<Destination[]> {
  const now = toIso(clock());
  return runInTransaction(store, async (transaction) => {
    const requeued = await requeue(transaction, now)
      .where('inquiryId', '=', inquiryId)
      .where(({ eb, or }) => or([eb('kind', '=', 'received'), eb('state', '=', 'failed')]))
      .returning('destination')
      .execute();
    const rows = destinations.map((destination) =>
      newDelivery({ kind: 'received', destination, inquiryId, nextAttemptAt: now }),
    );
    await enqueueDeliveries(transaction, rows);
    const previous = requeued.map(({ destination }) => destination);
    return [...new Set([...previous, ...destinations])].sort();
  });
}

/**
 * Queues all deliveries that were given up, and calls `onProgress` with their number so far.
 * Resolves to the total. Throws `StoreUnavailable`.
 */
export function redeliverFailed(
  { store, clock }: RedeliverDependencies,
  onProgress?: (done: number) => void,
): Promise<number> {
  const now = toIso(clock());
  return updateInBatches(store, onProgress, (transaction) => {
    // Prevents an endless loop when deliveries are given up again meanwhile.
    const isOlder = (eb: ExpressionBuilder<Tables, 'deliveries'>) => eb('nextAttemptAt', '!=', now);
    return requeue(transaction, now)
      .where(isOlder)
      .where(isInBatch(selectFailed(transaction).where(isOlder)));
  });
}

/**
 * Skips the deliveries of an inquiry, by its full id, that were given up. Resolves to their number.
 * Throws `StoreUnavailable`.
 */
export const dismiss = (store: Store, inquiryId: string): Promise<number> =>
  runInTransaction(store, async (transaction) => {
    const update = markSkipped(transaction)
      .where('state', '=', 'failed')
      .where('inquiryId', '=', inquiryId);
    return Number((await update.executeTakeFirstOrThrow()).numUpdatedRows);
  });

/**
 * Skips all deliveries that were given up, and calls `onProgress` with their number so far. Resolves
 * to the total. Throws `StoreUnavailable`.
 */
export const dismissFailed = (store: Store, onProgress?: (done: number) => void): Promise<number> =>
  updateInBatches(store, onProgress, (transaction) =>
    markSkipped(transaction).where(isInBatch(selectFailed(transaction))),
  );

/** Counts the deliveries that were given up. Throws `StoreUnavailable`. */
export async function countFailed({ db }: Store): Promise<number> {
  const row = await wrapStoreErrors('The deliveries could not be read', () =>
    db
      .selectFrom('deliveries')
      .select(({ fn }) => fn.countAll().as('count'))
      .where('state', '=', 'failed')
      .executeTakeFirstOrThrow(),
  );
  return Number(row.count);
}

async function updateInBatches(
  store: Store,
  onProgress: ((done: number) => void) | undefined,
  updateBatch: (transaction: Transaction<Tables>) => Update,
): Promise<number> {
  let done = 0;
  for (;;) {
    const { numUpdatedRows } = await runInTransaction(store, (transaction) =>
      updateBatch(transaction).where('state', '=', 'failed').executeTakeFirstOrThrow(),
    );
    if (numUpdatedRows === 0n) return done;
    done += Number(numUpdatedRows);
    onProgress?.(done);
  }
}

type Update = ReturnType<typeof requeue>;

const selectFailed = (transaction: Transaction<Tables>) =>
  transaction.selectFrom('deliveries').where('state', '=', 'failed');

// Deliveries without an inquiry are few: all are in the first batch.
const isInBatch =
  (deliveries: ReturnType<typeof selectFailed>) =>
  ({ eb, or }: ExpressionBuilder<Tables, 'deliveries'>) => {
    const inquiryIds = deliveries
      .select('inquiryId')
      .where('inquiryId', 'is not', null)
      .limit(batchSize);
    return or([eb('inquiryId', 'is', null), eb('inquiryId', 'in', inquiryIds)]);
  };

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

const markSkipped = (transaction: Transaction<Tables>) =>
  transaction.updateTable('deliveries').set({ state: 'void' });

const runInTransaction = <Result>(
  { db }: Store,
  run: (transaction: Transaction<Tables>) => Promise<Result>,
) => wrapStoreErrors('The deliveries could not be changed', () => db.transaction().execute(run));
