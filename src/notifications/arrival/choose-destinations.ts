import type { Transaction } from 'kysely';
import type { Destination } from '../../config/destinations.ts';
import type { ChosenDestination } from '../../store/outbox/events.ts';
import type { SkipReason, Tables } from '../../store/tables.ts';
import { limitAcknowledgements } from './acknowledgement-limit.ts';
import type { Arrival, ArrivalPolicy } from './arrival-policy.ts';
import { skipFlood } from './skip-flood.ts';
import { skipSuspectedSpam } from './suspected-spam.ts';

/** Policies in the order in which they apply. The first reason to skip a destination wins. */
const policies: readonly ArrivalPolicy[] = [skipSuspectedSpam, skipFlood, limitAcknowledgements];

/**
 * Chooses who is notified of an inquiry. Returns all destinations; those that are not notified have
 * a `skipReason`. Runs in the transaction that stores the inquiry.
 */
export async function chooseDestinations(
  transaction: Transaction<Tables>,
  arrival: Arrival,
  destinations: readonly Destination[],
): Promise<ChosenDestination[]> {
  const chosen: ChosenDestination[] = [];
  for (const destination of destinations) {
    const skipReason = await findSkipReason(transaction, arrival, destination);
    chosen.push({ ...destination, skipReason });
  }
  return chosen;
}

async function findSkipReason(
  transaction: Transaction<Tables>,
  arrival: Arrival,
  destination: Destination,
): Promise<SkipReason | undefined> {
  for (const findReason of policies) {
    const reason = await findReason(transaction, arrival, destination);
    if (reason) return reason;
  }
  return undefined;
}
