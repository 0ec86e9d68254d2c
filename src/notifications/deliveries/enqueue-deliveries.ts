import type { Transaction } from 'kysely';
import type { Tables } from '../../store/tables.ts';

type Delivery = Tables['deliveries'];

/** Queues deliveries, except those that are queued already. */
export async function enqueueDeliveries(
  transaction: Transaction<Tables>,
  rows: Delivery[],
): Promise<void> {
  if (rows.length === 0) return;
  await transaction
    .insertInto('deliveries')
    .values(rows)
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

export const newDelivery = (
  delivery: Pick<Delivery, 'kind' | 'destination' | 'nextAttemptAt'> &
    Partial<Pick<Delivery, 'inquiryId' | 'day' | 'state' | 'lastError'>>,
): Delivery => ({
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
