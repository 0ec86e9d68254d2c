import type { Transaction } from 'kysely';
import { dayMs, toIso } from '../inquiry/format-time.ts';
import { type NewEvent, recordEvents } from '../store/events.ts';
import { normalizeEmail } from '../store/inquiries/search-keys.ts';
import type { Destination, Tables } from '../store/tables.ts';

const maxAcknowledgementsPerDay = 200;

/**
 * Records the arrival of an inquiry and its acknowledgement, with their deliveries, in the transaction
 * that stores the inquiry.
 */
export async function recordArrival(
  transaction: Transaction<Tables>,
  inquiry: Pick<Tables['inquiries'], 'id' | 'receivedAt' | 'email' | 'suspectedSpam'>,
  destinations: readonly Destination[],
): Promise<void> {
  const { id: inquiryId, receivedAt: at, email, suspectedSpam } = inquiry;
  const to = destinations.filter(({ reaches }) => reaches !== 'inquirer');
  const events: NewEvent[] = [{ id: `received-${inquiryId}`, kind: 'received', inquiryId, at, to }];
  const inquirer = destinations.filter(({ reaches }) => reaches === 'inquirer');
  // Suspected spam is never acknowledged: its address may be a stranger's.
  if (inquirer.length && !suspectedSpam) {
    events.push({
      id: `acknowledgement-${inquiryId}`,
      kind: 'acknowledgement',
      inquiryId,
      at,
      to: inquirer,
      skipped: await findAcknowledgementLimit(transaction, email, at),
    });
  }
  await recordEvents(transaction, events);
}

/**
 * Returns the reason not to acknowledge an inquiry at `at`, in the transaction that queues it; undefined
 * if allowed. Limits in 24 hours: 1 per address, 200 in total. Anybody can enter a stranger's address.
 * Servers on PostgreSQL do not wait for one another, and may exceed a limit by one each.
 */
async function findAcknowledgementLimit(
  transaction: Transaction<Tables>,
  email: string,
  at: string,
): Promise<string | undefined> {
  const since = toIso(Date.parse(at) - dayMs);
  const acknowledged = await transaction
    .selectFrom('deliveries')
    .innerJoin('events', 'events.number', 'deliveries.event')
    .innerJoin('inquiries', 'inquiries.id', 'events.inquiryId')
    .select('inquiries.email')
    .where('deliveries.state', 'in', ['waiting', 'delivered', 'failed'])
    .where('destination', '=', 'inquirer')
    // `nextAttemptAt` is never before the first attempt: narrows the index range.
    .where('nextAttemptAt', '>', since)
    .where(({ fn }) => fn.coalesce('firstAttemptAt', 'nextAttemptAt'), '>', since)
    .limit(maxAcknowledgementsPerDay)
    .execute();
  if (acknowledged.length === maxAcknowledgementsPerDay) {
    return `${maxAcknowledgementsPerDay} inquiries were acknowledged in 24 hours`;
  }
  const address = normalizeEmail(email);
  return acknowledged.some((earlier) => normalizeEmail(earlier.email) === address)
    ? 'This address was sent an acknowledgement in the last 24 hours'
    : undefined;
}
