import type { Kysely } from 'kysely';
import { toIso } from '../../inquiry/format-time.ts';
import { enqueueDeliveries } from '../../store/events.ts';
import type { Store } from '../../store/store.ts';
import type { Tables } from '../../store/tables.ts';
import type { NotificationContext } from '../messages/message.ts';

type RedeliverDependencies = Pick<NotificationContext, 'store' | 'clock'>;

/**
 * Queues the deliveries of an inquiry, by its full id, that were given up, and its notification for each
 * of `destinations` that never had it. Resolves to the names of the destinations with a queued delivery.
 * Throws `StoreUnavailable`.
 */
export function redeliver(
  { store, clock }: RedeliverDependencies,
  inquiryId: string,
  destinations: readonly string[],
): Promise<string[]> {
  const now = toIso(clock());
  return store.db.transaction().execute(async (transaction) => {
    const events = transaction.selectFrom('events').select('number');
    const requeued = await requeueFailed(transaction, now)
      .where('event', 'in', events.where('inquiryId', '=', inquiryId))
      .where('destination', 'in', [...destinations, 'inquirer'])
      .returning('destination')
      .execute();
    const received = events.where('id', '=', `received-${inquiryId}`);
    const { number: event } = await received.executeTakeFirstOrThrow();
    const stored = await transaction
      .selectFrom('deliveries')
      .select('destination')
      .where('event', '=', event)
      .execute();
    const known = new Set(stored.map(({ destination }) => destination));
    const missing = destinations.filter((name) => !known.has(name));
    const added = missing.map((destination) => ({ event, destination, nextAttemptAt: now }));
    await enqueueDeliveries(transaction, added);
    const queued = [...requeued.map(({ destination }) => destination), ...missing];
    return [...new Set(queued)].sort();
  });
}

/** Queues all deliveries that were given up. Resolves to their number. Throws `StoreUnavailable`. */
export async function redeliverFailed({ store, clock }: RedeliverDependencies): Promise<number> {
  const update = requeueFailed(store.db, toIso(clock()));
  return Number((await update.executeTakeFirstOrThrow()).numUpdatedRows);
}

/** Skips all deliveries that were given up. Resolves to their number. Throws `StoreUnavailable`. */
export async function dismissFailed({ db }: Store): Promise<number> {
  const update = db.updateTable('deliveries').set({ state: 'void' }).where('state', '=', 'failed');
  return Number((await update.executeTakeFirstOrThrow()).numUpdatedRows);
}

const requeueFailed = (db: Kysely<Tables>, now: string) =>
  db
    .updateTable('deliveries')
    .set({ state: 'waiting', attempts: 0, firstAttemptAt: null, nextAttemptAt: now })
    .where('state', '=', 'failed');
