import type { ExpressionBuilder, Transaction } from 'kysely';
import { toIso } from '../inquiry/to-iso.ts';
import { orUnavailable } from '../store/store-errors.ts';
import type { Store } from '../store/store.ts';
import type { Destination, Tables } from '../store/tables.ts';
import { insertDeliveries, newDelivery } from './enqueue-deliveries.ts';

export interface RedeliverDependencies {
  store: Store;
  /** The time now, in milliseconds since the epoch. */
  clock: () => number;
}

// So few that the server's own writes hardly wait.
const batchSize = 200;

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
export function redeliverFailed(
  { store, clock }: RedeliverDependencies,
  onProgress?: (done: number) => void,
): Promise<number> {
  const now = toIso(clock());
  return inBatches(store, onProgress, (transaction) => {
    // What is queued here may be given up again before this is done.
    const isOlder = (eb: ExpressionBuilder<Tables, 'deliveries'>) => eb('nextAttemptAt', '!=', now);
    return requeue(transaction, now)
      .where(isOlder)
      .where(isInBatch(failed(transaction).where(isOlder)));
  });
}

/**
 * Ends what was given up of an inquiry, by its whole id: nothing attempts it any more. Resolves to
 * how many deliveries that were. Throws `StoreUnavailable`.
 */
export const dismiss = (store: Store, inquiryId: string): Promise<number> =>
  inTransaction(store, async (transaction) => {
    const update = end(transaction)
      .where('state', '=', 'failed')
      .where('inquiryId', '=', inquiryId);
    return Number((await update.executeTakeFirstOrThrow()).numUpdatedRows);
  });

/**
 * Ends every delivery that was given up, and calls `onProgress` with how many are done. Resolves to
 * that at the end. Throws `StoreUnavailable`.
 */
export const dismissFailed = (store: Store, onProgress?: (done: number) => void): Promise<number> =>
  inBatches(store, onProgress, (transaction) =>
    end(transaction).where(isInBatch(failed(transaction))),
  );

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

async function inBatches(
  store: Store,
  onProgress: ((done: number) => void) | undefined,
  updateBatch: (transaction: Transaction<Tables>) => Update,
): Promise<number> {
  let done = 0;
  for (;;) {
    const { numUpdatedRows } = await inTransaction(store, (transaction) =>
      updateBatch(transaction).where('state', '=', 'failed').executeTakeFirstOrThrow(),
    );
    if (numUpdatedRows === 0n) return done;
    done += Number(numUpdatedRows);
    onProgress?.(done);
  }
}

type Update = ReturnType<typeof requeue>;

const failed = (transaction: Transaction<Tables>) =>
  transaction.selectFrom('deliveries').where('state', '=', 'failed');

// Others are about no inquiry, and few: all of them go with the first batch.
const isInBatch =
  (deliveries: ReturnType<typeof failed>) =>
  ({ eb, or }: ExpressionBuilder<Tables, 'deliveries'>) => {
    const someInquiries = deliveries
      .select('inquiryId')
      .where('inquiryId', 'is not', null)
      .limit(batchSize);
    return or([eb('inquiryId', 'is', null), eb('inquiryId', 'in', someInquiries)]);
  };

const requeue = (transaction: Transaction<Tables>, now: string) =>
  transaction.updateTable('deliveries').set(({ eb }) => ({
    state: 'waiting',
    attempts: 0,
    firstAttemptAt: null,
    nextAttemptAt: now,
    deliveredAt: null,
    redeliveries: eb('redeliveries', '+', 1),
  }));

const end = (transaction: Transaction<Tables>) =>
  transaction.updateTable('deliveries').set({ state: 'void' });

const inTransaction = <Result>(
  { db }: Store,
  work: (transaction: Transaction<Tables>) => Promise<Result>,
) => orUnavailable('The deliveries could not be changed', () => db.transaction().execute(work));
