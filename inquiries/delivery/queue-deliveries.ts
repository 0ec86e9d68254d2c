import type { Transaction } from 'kysely';
import type { Destination, Tables } from '../tables.ts';

/** Queues an inquiry for each destination, in the transaction that stores it. */
export async function queueDeliveries(
  transaction: Transaction<Tables>,
  { id, receivedAt }: Pick<Tables['inquiries'], 'id' | 'receivedAt'>,
  destinations: readonly Destination[],
): Promise<void> {
  if (destinations.length === 0) return;
  const rows = destinations.map((destination) => newDelivery(id, destination, receivedAt));
  await transaction.insertInto('deliveries').values(rows).execute();
}

export const newDelivery = (
  inquiryId: string,
  destination: Destination,
  nextAttemptAt: string,
): Tables['deliveries'] => ({
  inquiryId,
  destination,
  state: 'waiting',
  attempts: 0,
  firstAttemptAt: null,
  nextAttemptAt,
  deliveredAt: null,
  lastError: null,
  lease: null,
  leaseEndsAt: null,
});
