import type { Transaction } from 'kysely';
import type { Tables } from './tables.ts';

type Delivery = Tables['deliveries'];
export type NewDelivery = Pick<Delivery, 'kind' | 'destination' | 'nextAttemptAt'> &
  Partial<Pick<Delivery, 'inquiryId' | 'day' | 'state' | 'lastError'>>;

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
