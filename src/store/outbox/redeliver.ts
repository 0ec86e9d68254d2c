import type { Kysely } from 'kysely';
import type { Destination } from '../../config/destinations.ts';
import { type EpochMs, type IsoTime, toIso } from '../../text/format-time.ts';
import type { Store } from '../store.ts';
import type { Tables } from '../tables.ts';
import { toReceivedId } from './event-ids.ts';
import { enqueueDeliveries } from './events.ts';

interface RedeliverDependencies {
  store: Store;
  clock: () => EpochMs;
  /** The configured destinations; at least one. */
  destinations: readonly Destination[];
}

/**
 * Queues again the deliveries of an inquiry to `destinations` that were given up, and its arrival
 * for each destination that never had it. `inquiryId` is the full id. Resolves to the names of the
 * destinations with a queued delivery. Throws `StoreUnavailable`.
 */
export function redeliver(
  { store, clock, destinations }: RedeliverDependencies,
  inquiryId: string,
): Promise<string[]> {
  const at = toIso(clock());
  return store.db.transaction().execute(async (transaction) => {
    const events = transaction.selectFrom('events').select('number');
    const requeued = await requeueFailed(transaction, destinations, at)
      .where('event', 'in', events.where('inquiryId', '=', inquiryId))
      .returning('destination')
      .execute();
    const received = events.where('id', '=', toReceivedId(inquiryId));
    const { number: event } = await received.executeTakeFirstOrThrow();
    const stored = await transaction
      .selectFrom('deliveries')
      .select('destination')
      .where('event', '=', event)
      .execute();
    const known = new Set(stored.map(({ destination }) => destination));
    const missing = destinations
      .filter(({ name, reaches }) => reaches !== 'inquirer' && !known.has(name))
      .map(({ name }) => name);
    const added = missing.map((destination) => ({ event, destination, nextAttemptAt: at }));
    await enqueueDeliveries(transaction, added);
    const queued = [...requeued.map(({ destination }) => destination), ...missing];
    return [...new Set(queued)].sort();
  });
}

/**
 * Queues again all deliveries to `destinations` that were given up. Resolves to their number.
 * Throws `StoreUnavailable`.
 */
export async function redeliverFailed(dependencies: RedeliverDependencies): Promise<number> {
  const { store, clock, destinations } = dependencies;
  const update = requeueFailed(store.db, destinations, toIso(clock()));
  return Number((await update.executeTakeFirstOrThrow()).numUpdatedRows);
}

/** Skips all deliveries that were given up. Resolves to their number. Throws `StoreUnavailable`. */
export async function dismissFailed({ db }: Store): Promise<number> {
  const update = db.updateTable('deliveries').set({ state: 'void' }).where('state', '=', 'failed');
  return Number((await update.executeTakeFirstOrThrow()).numUpdatedRows);
}

const requeueFailed = (db: Kysely<Tables>, destinations: readonly Destination[], at: IsoTime) =>
  db
    .updateTable('deliveries')
    .set({ state: 'waiting', attempts: 0, firstAttemptAt: null, nextAttemptAt: at })
    .where('state', '=', 'failed')
    .where(
      'destination',
      'in',
      destinations.map(({ name }) => name),
    );
