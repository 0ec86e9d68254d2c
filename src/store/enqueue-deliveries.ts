import type { Transaction } from 'kysely';
import { toIso } from '../inquiry/format-time.ts';
import type { Destination, Tables } from './tables.ts';

type Delivery = Tables['deliveries'];
export type NewDelivery = Pick<Delivery, 'kind' | 'destination' | 'nextAttemptAt'> &
  Partial<Pick<Delivery, 'inquiryId' | 'day' | 'state' | 'lastError'>>;

/** Addresses a notification of an inquiry to each destination of the team. */
export const forTeam = (
  destinations: readonly Destination[],
  delivery: Pick<NewDelivery, 'kind' | 'inquiryId' | 'nextAttemptAt'>,
): NewDelivery[] =>
  destinations
    .filter((destination) => destination !== 'inquirer')
    .map((destination) => ({ ...delivery, destination }));

/** Queues deliveries, except those that are queued already. */
export async function enqueueDeliveries(
  transaction: Transaction<Tables>,
  deliveries: NewDelivery[],
): Promise<void> {
  if (deliveries.length === 0) return;
  await transaction
    .insertInto('deliveries')
    .values(deliveries.map(newDelivery))
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** By then, an attempt that was in progress at the deletion has ended: its lease is lost. */
const deletionDelayMs = 15_000;
/** Retention deletes thousands at once: the receiver gets one a second, and other news before them. */
const deletionIntervalMs = 1000;

/** Destinations that are notified of deletions, which are made at `now` (ms since the epoch). */
export type DeletionNews = { destinations: readonly Destination[]; now: number };

/** Queues the deletions of inquiries for programs; people are not notified. */
export async function enqueueDeletions(
  transaction: Transaction<Tables>,
  ids: string[],
  { destinations, now }: DeletionNews,
): Promise<void> {
  for (const destination of destinations) {
    if (destination === 'email' || destination === 'inquirer') continue;
    const last = await transaction
      .selectFrom('deliveries')
      .select('nextAttemptAt')
      .where('state', '=', 'waiting')
      .where('destination', '=', destination)
      .where('kind', 'like', 'deleted-%')
      .orderBy('nextAttemptAt', 'desc')
      .limit(1)
      .executeTakeFirst();
    const lastMs = last ? Date.parse(last.nextAttemptAt) : 0;
    const firstMs = Math.max(now + deletionDelayMs, lastMs + deletionIntervalMs);
    const deliveries = ids.map((id, index) => ({
      kind: `deleted-${id}` as const,
      destination,
      nextAttemptAt: toIso(firstMs + index * deletionIntervalMs),
    }));
    await enqueueDeliveries(transaction, deliveries);
  }
}

/** Returns the id of the deleted inquiry that a delivery reports, if it does. */
export const getDeletedId = (kind: Delivery['kind']): string | undefined =>
  /^deleted-(.*)/.exec(kind)?.[1];

export const newDelivery = (delivery: NewDelivery): Delivery => ({
  inquiryId: null,
  day: null,
  state: 'waiting',
  attempts: 0,
  firstAttemptAt: null,
  deliveredAt: null,
  lastError: null,
  lease: null,
  leaseEndsAt: null,
  redeliveries: 0,
  ...delivery,
});
