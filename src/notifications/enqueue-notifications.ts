import { sql, type Transaction } from 'kysely';
import { dayMs, toIso } from '../inquiry/format-time.ts';
import {
  enqueueDeliveries,
  forTeam,
  newDelivery,
  type NewDelivery,
} from '../store/enqueue-deliveries.ts';
import { normalizeEmail } from '../store/inquiries/search-keys.ts';
import type { Store } from '../store/store.ts';
import type { Destination, Tables } from '../store/tables.ts';

const maxAcknowledgementsPerDay = 200;

/** Arbitrary, but unique in the database. */
const advisoryLockKey = 2_024_001;

/** Queues the notifications of a new inquiry, in the transaction that stores the inquiry. */
export async function enqueueNotifications(
  store: Store,
  transaction: Transaction<Tables>,
  inquiry: Pick<Tables['inquiries'], 'id' | 'receivedAt' | 'email' | 'suspectedSpam'>,
  destinations: readonly Destination[],
): Promise<void> {
  const { id: inquiryId, receivedAt: nextAttemptAt, email, suspectedSpam } = inquiry;
  const deliveries = forTeam(destinations, { kind: 'received', inquiryId, nextAttemptAt });
  // Suspected spam is never acknowledged: its address may be a stranger's.
  if (destinations.includes('inquirer') && !suspectedSpam) {
    const limit = await checkAcknowledgementLimit(store, transaction, email, nextAttemptAt);
    deliveries.push({
      kind: 'acknowledgement',
      destination: 'inquirer',
      inquiryId,
      nextAttemptAt,
      ...(limit && { state: 'void', lastError: limit }),
    });
  }
  await enqueueDeliveries(transaction, deliveries);
}

/**
 * Returns the reason not to acknowledge an inquiry at `at`, in the transaction that queues it; undefined
 * if allowed. Limits in 24 hours: 1 per address, 200 in total. Anybody can enter a stranger's address.
 */
async function checkAcknowledgementLimit(
  { kind }: Pick<Store, 'kind'>,
  transaction: Transaction<Tables>,
  email: string,
  at: string,
): Promise<string | undefined> {
  // Until the transaction ends, other servers wait. SQLite serializes writers anyway.
  if (kind === 'postgres')
    await sql`select pg_advisory_xact_lock(${advisoryLockKey})`.execute(transaction);
  const since = toIso(Date.parse(at) - dayMs);
  const acknowledged = await transaction
    .selectFrom('deliveries')
    .innerJoin('inquiries', 'inquiries.id', 'deliveries.inquiryId')
    .select('inquiries.email')
    .where('state', 'in', ['waiting', 'delivered', 'failed'])
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
