import type { Transaction } from 'kysely';
import type { Destination, Tables } from '../tables.ts';

type Delivery = Tables['deliveries'];

/** Queues the news of an inquiry for each destination, in the transaction that stores it. */
export const queueDeliveries = (
  transaction: Transaction<Tables>,
  { id, receivedAt }: Pick<Tables['inquiries'], 'id' | 'receivedAt'>,
  destinations: readonly Destination[],
): Promise<void> =>
  insertDeliveries(
    transaction,
    destinations.map((destination) =>
      newDelivery({
        kind: destination === 'inquirer' ? 'acknowledgement' : 'received',
        destination,
        inquiryId: id,
        nextAttemptAt: receivedAt,
      }),
    ),
  );

/** Queues what was not queued before, whoever did it. */
export async function insertDeliveries(
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
    Partial<Pick<Delivery, 'inquiryId' | 'day'>>,
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
