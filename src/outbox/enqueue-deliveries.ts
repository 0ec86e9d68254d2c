import type { Transaction } from 'kysely';
import type { Store } from '../store/store.ts';
import type { Destination, Tables } from '../store/tables.ts';
import { acknowledgementLimit } from '../notifications/acknowledgement-limits.ts';

type Delivery = Tables['deliveries'];

/** Queues the news of an inquiry for each destination, in the transaction that stores it. */
export async function queueDeliveries(
  store: Store,
  transaction: Transaction<Tables>,
  inquiry: Pick<Tables['inquiries'], 'id' | 'receivedAt' | 'email'>,
  destinations: readonly Destination[],
): Promise<void> {
  const { id: inquiryId, receivedAt: nextAttemptAt } = inquiry;
  const rows = destinations
    .filter((destination) => destination !== 'inquirer')
    .map((destination) => newDelivery({ kind: 'received', destination, inquiryId, nextAttemptAt }));
  if (destinations.includes('inquirer')) {
    const limit = await acknowledgementLimit(store, transaction, inquiry);
    const outcome = limit ? { state: 'void' as const, lastError: limit } : {};
    const what = { kind: 'acknowledgement', destination: 'inquirer' } as const;
    rows.push(newDelivery({ ...what, inquiryId, nextAttemptAt, ...outcome }));
  }
  await insertDeliveries(transaction, rows);
}

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
