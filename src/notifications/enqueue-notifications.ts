import { sql, type Transaction } from 'kysely';
import { dayMs, toIso } from '../inquiry/format-time.ts';
import { enqueueDeliveries, newDelivery, type NewDelivery } from '../store/enqueue-deliveries.ts';
import { normalizeEmail } from '../store/inquiries/search-keys.ts';
import { isLockTimeout } from '../store/postgres/postgres-connection.ts';
import type { Store } from '../store/store.ts';
import type { Destination, Tables } from '../store/tables.ts';

const maxPerDay = 200;

/** Arbitrary, but unique in the database. */
const advisoryLockKey = 2_024_001;
const lockTimeout = '1s';

type Inquiry = Pick<Tables['inquiries'], 'email' | 'receivedAt'>;

/** Queues the notifications of a new inquiry, in the transaction that stores the inquiry. */
export async function enqueueNotifications(
  store: Store,
  transaction: Transaction<Tables>,
  inquiry: Pick<Tables['inquiries'], 'id' | 'receivedAt' | 'email'>,
  destinations: readonly Destination[],
): Promise<void> {
  const { id: inquiryId, receivedAt: nextAttemptAt } = inquiry;
  const deliveries = destinations
    .filter((destination) => destination !== 'inquirer')
    .map((destination): NewDelivery => ({
      kind: 'received',
      destination,
      inquiryId,
      nextAttemptAt,
    }));
  if (destinations.includes('inquirer')) {
    const limit = await checkAcknowledgementLimit(store, transaction, inquiry);
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

/**
 * Returns the reason not to acknowledge an inquiry, in the transaction that stores it; undefined if
 * allowed. Limits in 24 hours: 1 per address, 200 in total. Anybody can enter a stranger's address.
 */
export async function checkAcknowledgementLimit(
  { kind }: Store,
  transaction: Transaction<Tables>,
  inquiry: Inquiry,
): Promise<string | undefined> {
  const limit = await findReachedLimit(transaction, inquiry);
  // SQLite serializes writers.
  if (limit || kind === 'sqlite') return limit;
  if (!(await acquireLock(transaction))) return 'Other acknowledgements were being queued';
  return findReachedLimit(transaction, inquiry);
}

async function findReachedLimit(
  transaction: Transaction<Tables>,
  { email, receivedAt }: Inquiry,
): Promise<string | undefined> {
  const since = toIso(Date.parse(receivedAt) - dayMs);
  const acknowledged = await transaction
    .selectFrom('deliveries')
    .innerJoin('inquiries', 'inquiries.id', 'deliveries.inquiryId')
    .select('inquiries.email')
    .where('state', 'in', ['waiting', 'delivered', 'failed'])
    .where('destination', '=', 'inquirer')
    // `nextAttemptAt` is never before `receivedAt`: narrows the index range.
    .where('nextAttemptAt', '>', since)
    .where('inquiries.receivedAt', '>', since)
    .limit(maxPerDay)
    .execute();
  if (acknowledged.length === maxPerDay) {
    return `${maxPerDay} inquiries were acknowledged in 24 hours`;
  }
  const address = normalizeEmail(email);
  return acknowledged.some((earlier) => normalizeEmail(earlier.email) === address)
    ? 'This address was sent an acknowledgement in the last 24 hours'
    : undefined;
}

/**
 * Serializes acknowledgements across servers until the transaction ends. Resolves to false after
 * the lock timeout, so that a hanging server neither delays nor rolls back the inquiry.
 */
async function acquireLock(transaction: Transaction<Tables>): Promise<boolean> {
  await sql`savepoint before_lock`.execute(transaction);
  try {
    await sql`
      select set_config('lock_timeout', ${lockTimeout}, true), pg_advisory_xact_lock(${advisoryLockKey})
    `.execute(transaction);
    return true;
  } catch (error) {
    if (!isLockTimeout(error)) throw error;
    await sql`rollback to savepoint before_lock`.execute(transaction);
    return false;
  }
}
