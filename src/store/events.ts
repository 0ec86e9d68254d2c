import type { Insertable, Transaction } from 'kysely';
import type { Destination } from '../config/destinations.ts';
import type { DeliveryState, SkipReason, Tables } from './tables.ts';

/** A destination of an event; with a `skipReason`, the event is not delivered there. */
export type Recipient = Destination & { skipReason?: SkipReason | undefined };

export type NewEvent = Insertable<Tables['events']> & {
  to: readonly Recipient[];
  /** Due time of the deliveries (default: `at`). */
  dueAt?: string;
};

/**
 * Stores events with their deliveries, except those whose id is stored: on any number of servers, an
 * event is told once. Resolves to the numbers of the new events.
 */
export async function recordEvents(transaction: Transaction<Tables>, events: NewEvent[]) {
  if (events.length === 0) return [];
  // Kysely ignores undefined properties.
  const rows = events.map((event) => ({ ...event, to: undefined, dueAt: undefined }));
  const insert = transaction.insertInto('events').values(rows);
  const stored = await insert
    .onConflict((conflict) => conflict.doNothing())
    .returning(['number', 'id'])
    .execute();
  const numbers = new Map(stored.map(({ id, number }) => [id, number]));
  const deliveries = events.flatMap(({ id, at, dueAt = at, to }) => {
    const event = numbers.get(id);
    if (event === undefined) return [];
    return to.map(({ name: destination, skipReason }) => ({
      event,
      destination,
      nextAttemptAt: dueAt,
      skipReason,
    }));
  });
  await enqueueDeliveries(transaction, deliveries);
  return stored.map(({ number }) => number);
}

/** Queues deliveries, except those that are queued already; with a `skipReason`, as skipped. */
export async function enqueueDeliveries(
  transaction: Transaction<Tables>,
  deliveries: Omit<Insertable<Tables['deliveries']>, 'state' | 'attempts' | 'redeliveries'>[],
): Promise<void> {
  if (deliveries.length === 0) return;
  const rows = deliveries.map((delivery) => {
    const state: DeliveryState = delivery.skipReason ? 'void' : 'waiting';
    return { ...delivery, state, attempts: 0, redeliveries: 0 };
  });
  const insert = transaction.insertInto('deliveries').values(rows);
  await insert.onConflict((conflict) => conflict.doNothing()).execute();
}

/** Duration of the lease of a delivery, if it is not renewed. */
export const leaseMs = 15_000;
