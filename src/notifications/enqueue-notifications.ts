import { sql, type Transaction } from 'kysely';
import { toIso } from '../inquiry/to-iso.ts';
import { insertDeliveries, newDelivery } from '../outbox/enqueue-deliveries.ts';
import { normalizeEmail } from '../store/inquiries/search-keys.ts';
import { isLockTimeout } from '../store/postgres/postgres-connection.ts';
import type { Store } from '../store/store.ts';
import type { Destination, Tables } from '../store/tables.ts';

const windowMs = 24 * 60 * 60 * 1000;
const mostInWindow = 200;

/** Any number that nothing else in the database locks. */
const lockId = 2_024_001;
const lockTimeout = '1s';

type Inquiry = Pick<Tables['inquiries'], 'email' | 'receivedAt'>;

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

/**
 * Reason not to acknowledge an inquiry, in the transaction that stores it; undefined if it may be
 * acknowledged: once in 24 hours for an address, 200 times in all. Anybody can enter a stranger's
 * address.
 */
export async function acknowledgementLimit(
  { kind }: Store,
  transaction: Transaction<Tables>,
  inquiry: Inquiry,
): Promise<string | undefined> {
  const limit = await reachedLimit(transaction, inquiry);
  // SQLite has one writer at a time.
  if (limit || kind === 'sqlite') return limit;
  if (!(await lock(transaction))) return 'Other acknowledgements were being queued';
  return reachedLimit(transaction, inquiry);
}

async function reachedLimit(
  transaction: Transaction<Tables>,
  { email, receivedAt }: Inquiry,
): Promise<string | undefined> {
  const since = toIso(Date.parse(receivedAt) - windowMs);
  const acknowledged = await transaction
    .selectFrom('deliveries')
    .innerJoin('inquiries', 'inquiries.id', 'deliveries.inquiryId')
    .select('inquiries.email')
    .where('state', 'in', ['waiting', 'delivered', 'failed'])
    .where('destination', '=', 'inquirer')
    // Never before the arrival: narrows the range of the index.
    .where('nextAttemptAt', '>', since)
    .where('inquiries.receivedAt', '>', since)
    .limit(mostInWindow)
    .execute();
  if (acknowledged.length === mostInWindow) {
    return `${mostInWindow} inquiries were acknowledged in 24 hours`;
  }
  const address = normalizeEmail(email);
  return acknowledged.some((earlier) => normalizeEmail(earlier.email) === address)
    ? 'This address was sent an acknowledgement in the last 24 hours'
    : undefined;
}

/**
 * Keeps other servers from queueing an acknowledgement until the transaction ends. Resolves to false
 * where one of them hangs: that holds up no inquiry for long, and takes none back.
 */
async function lock(transaction: Transaction<Tables>): Promise<boolean> {
  await sql`savepoint before_lock`.execute(transaction);
  try {
    await sql`
      select set_config('lock_timeout', ${lockTimeout}, true), pg_advisory_xact_lock(${lockId})
    `.execute(transaction);
    return true;
  } catch (error) {
    if (!isLockTimeout(error)) throw error;
    await sql`rollback to savepoint before_lock`.execute(transaction);
    return false;
  }
}
