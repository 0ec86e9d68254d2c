import type { Transaction } from 'kysely';
import { checkAcknowledgementLimit, holdUntilObsolete } from '../store/acknowledgements.ts';
import {
  enqueueDeliveries,
  forTeam,
  newDelivery,
  type NewDelivery,
} from '../store/enqueue-deliveries.ts';
import type { Store } from '../store/store.ts';
import type { Destination, Tables } from '../store/tables.ts';

/** Queues the notifications of a new inquiry, in the transaction that stores the inquiry. */
export async function enqueueNotifications(
  store: Store,
  transaction: Transaction<Tables>,
  inquiry: Pick<Tables['inquiries'], 'id' | 'receivedAt' | 'email' | 'suspectedSpam'>,
  destinations: readonly Destination[],
): Promise<void> {
  const { id: inquiryId, receivedAt: nextAttemptAt, email, suspectedSpam } = inquiry;
  const deliveries = forTeam(destinations, { kind: 'received', inquiryId, nextAttemptAt });
  if (destinations.includes('inquirer')) {
    const limit = suspectedSpam
      ? undefined
      : await checkAcknowledgementLimit(store, transaction, email, nextAttemptAt);
    deliveries.push({
      kind: 'acknowledgement',
      destination: 'inquirer',
      inquiryId,
      nextAttemptAt,
      ...(suspectedSpam && holdUntilObsolete(nextAttemptAt)),
      ...(limit && { state: 'void', lastError: limit }),
    });
  }
  await enqueueDeliveries(transaction, deliveries);
}

/**
 * Queues a report, which is about no inquiry and no day, in the row of its predecessor. With
 * `earlierDueAt` only if the predecessor is still due at that time ('' for no predecessor): two
 * servers queue a report once.
 */
export async function enqueueReport(
  transaction: Transaction<Tables>,
  report: Pick<NewDelivery, 'kind' | 'destination' | 'nextAttemptAt'>,
  earlierDueAt?: string,
): Promise<void> {
  const row = newDelivery(report);
  await transaction
    .insertInto('deliveries')
    .values(row)
    .onConflict((conflict) => {
      const update = conflict
        .columns(['kind', 'destination'])
        .where('inquiryId', 'is', null)
        .where('day', 'is', null)
        .doUpdateSet(row);
      if (earlierDueAt === undefined) return update;
      return update.where('deliveries.nextAttemptAt', '=', earlierDueAt);
    })
    .execute();
}
