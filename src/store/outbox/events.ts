import { type Insertable, type Selectable, sql, type Transaction } from 'kysely';
import type { Destination } from '../../config/destinations.ts';
import type { IsoTime } from '../../text/format-time.ts';
import { batchSize, repeatStatement } from '../batches.ts';
import type { Database } from '../store.ts';
import type { DeliveryState, SkipReason, Tables } from '../tables.ts';

export type StoredEvent = Selectable<Tables['events']>;

/** A destination of an event. If it has a `skipReason`, the event is not delivered there. */
export interface ChosenDestination extends Destination {
  skipReason?: SkipReason | undefined;
}

export interface NewEvent extends Insertable<Tables['events']> {
  to: readonly ChosenDestination[];
  /** Due time of the deliveries (default: `at`). */
  dueAt?: IsoTime;
}

interface NewDelivery {
  /** Number of the event. */
  event: number;
  /** Name of the destination. */
  destination: string;
  /** Due time. */
  nextAttemptAt: IsoTime;
  skipReason?: SkipReason | undefined;
}

/**
 * Stores events with their deliveries. Skips events whose id is stored, so that any number of
 * servers record an event once. Resolves to the numbers of the new events.
 */
export async function recordEvents(
  transaction: Transaction<Tables>,
  events: NewEvent[],
): Promise<number[]> {
  if (events.length === 0) return [];
  const stored = await transaction
    .insertInto('events')
    .values(events.map(toRow))
    .onConflict((conflict) => conflict.doNothing())
    .returning(['number', 'id'])
    .execute();
  const numbers = new Map(stored.map(({ id, number }) => [id, number]));
  const deliveries: NewDelivery[] = [];
  for (const { id, at, dueAt, to } of events) {
    const event = numbers.get(id);
    if (event === undefined) continue;
    for (const { name, skipReason } of to)
      deliveries.push({ event, destination: name, nextAttemptAt: dueAt ?? at, skipReason });
  }
  await enqueueDeliveries(transaction, deliveries);
  return stored.map(({ number }) => number);
}

/** Tells if an event with this id is stored. */
export async function isRecorded({ db }: Database, id: string): Promise<boolean> {
  const query = db.selectFrom('events').select('id').where('id', '=', id);
  return (await query.executeTakeFirst()) !== undefined;
}

/** Returns the columns of an event, without its deliveries. */
const toRow = (event: NewEvent): Insertable<Tables['events']> => ({
  id: event.id,
  kind: event.kind,
  inquiryId: event.inquiryId,
  at: event.at,
  status: event.status,
  qualified: event.qualified,
  assignee: event.assignee,
  changedBy: event.changedBy,
  note: event.note,
  about: event.about,
});

/**
 * Queues deliveries, except those that are queued already. Stores a delivery with a `skipReason` as
 * skipped.
 */
export async function enqueueDeliveries(
  transaction: Transaction<Tables>,
  deliveries: NewDelivery[],
): Promise<void> {
  if (deliveries.length === 0) return;
  const rows = deliveries.map(({ event, destination, nextAttemptAt, skipReason }) => {
    const state: DeliveryState = skipReason === undefined ? 'waiting' : 'void';
    return {
      event,
      destination,
      state,
      attempts: 0,
      nextAttemptAt,
      skipReason,
      redeliveries: 0,
    };
  });
  await transaction
    .insertInto('deliveries')
    .values(rows)
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/**
 * Deletes the events before a time that belong to no inquiry, such as digests and deletions, in
 * batches until `signal` is aborted.
 */
export async function deleteEventsBefore(
  store: Database,
  time: IsoTime,
  signal: AbortSignal,
): Promise<void> {
  const batch = sql`
    delete from events where number in (
      select number from events where inquiry_id is null and at < ${time} limit ${batchSize}
    )`;
  await repeatStatement(store, batch, signal);
}
