import type { Kysely } from 'kysely';
import { toIso } from '../../inquiry/format-time.ts';
import { enqueueDeliveries } from '../../store/events.ts';
import type { Store } from '../../store/store.ts';
import type { Tables } from '../../store/tables.ts';
import type { NotificationContext } from '../messages/message.ts';

type RedeliverDependencies = Pick<NotificationContext, 'store' | 'clock'>;

/**
 * Queues an inquiry, by its full id, again for `destinations`. Its reminders are queued again only if
 * given up, and so is its acknowledgement, for the inquirer. Resolves to all destinations. Throws
 * `StoreUnavailable`.
 */
export function redeliver(
  { store, clock }: RedeliverDependencies,
  inquiryId: string,
  destinations: readonly string[],
): Promise<string[]> {
  const now = toIso(clock());
  return store.db.transaction().execute(async (transaction) => {
    const events = transaction.selectFrom('events').select('number');
    const received = events.where('id', '=', `received-${inquiryId}`);
    const { number } = await received.executeTakeFirstOrThrow();
    const requeued = await requeue(transaction, now)
      .where('event', 'in', events.where('inquiryId', '=', inquiryId))
      .where('destination', 'in', [...destinations, 'inquirer'])
      .where(({ eb, or }) => or([eb('event', '=', number), eb('state', '=', 'failed')]))
      .returning('destination')
      .execute();
    const delivery = { event: number, nextAttemptAt: now };
    const added = destinations.map((destination) => ({ ...delivery, destination }));
    await enqueueDeliveries(transaction, added);
    const previous = requeued.map(({ destination }) => destination);
    return [...new Set([...previous, ...destinations])].sort();
  });
}

/** Queues all deliveries that were given up. Resolves to their number. Throws `StoreUnavailable`. */
export async function redeliverFailed({ store, clock }: RedeliverDependencies): Promise<number> {
  const update = requeue(store.db, toIso(clock())).where('state', '=', 'failed');
  return Number((await update.executeTakeFirstOrThrow()).numUpdatedRows);
}

/** Skips all deliveries that were given up. Resolves to their number. Throws `StoreUnavailable`. */
export async function dismissFailed({ db }: Store): Promise<number> {
  const update = db.updateTable('deliveries').set({ state: 'void' }).where('state', '=', 'failed');
  return Number((await update.executeTakeFirstOrThrow()).numUpdatedRows);
}

const requeue = (db: Kysely<Tables>, now: string) =>
  db.updateTable('deliveries').set(({ eb }) => ({
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
