import { type ExpressionBuilder, sql, type Transaction } from 'kysely';
import { slaMs } from '../inquiry/deadlines.ts';
import { dayMs, toIso } from '../inquiry/format-time.ts';
import { normalizeEmail } from './inquiries/search-keys.ts';
import { isLockTimeout } from './postgres/postgres-connection.ts';
import type { StoredRow } from './inquiries/stored-inquiry.ts';
import type { Store } from './store.ts';
import type { Tables } from './tables.ts';

const maxPerDay = 200;

/** Arbitrary, but unique in the database. */
const advisoryLockKey = 2_024_001;
const lockTimeout = '1s';

/**
 * Lease of an acknowledgement that waits until the team has judged a suspected inquiry. No process
 * takes a leased delivery; when the lease ends, the acknowledgement is obsolete.
 */
export const heldLease = 'held';

export const holdUntilObsolete = (receivedAt: string) => ({
  lease: heldLease,
  leaseEndsAt: toIso(Date.parse(receivedAt) + slaMs.response + 1),
});

export const isNotHeld = ({ eb, or }: ExpressionBuilder<Tables, 'deliveries'>) =>
  or([eb('lease', 'is', null), eb('lease', '!=', heldLease)]);

/** A change of the status, or to an assignee (empty for nobody). */
interface Judgment extends Pick<StoredRow, 'status' | 'qualified'> {
  assignee?: string | undefined;
}

/**
 * Ends the suspicion of an inquiry if a change judges it, and releases its held acknowledgement within
 * the limits, or drops it. Returns the changed columns.
 */
export async function judgeSuspicion(
  store: Pick<Store, 'kind'>,
  transaction: Transaction<Tables>,
  { id, email, suspectedSpam }: StoredRow,
  { status, qualified, assignee }: Judgment,
  at: string,
): Promise<Partial<StoredRow>> {
  const isReview = assignee === undefined && status === 'reviewed';
  const isUndecided = assignee === '' || (isReview && !qualified);
  if (!suspectedSpam || isUndecided) return {};
  const isReleased = status === 'new' || status === 'reviewed';
  const limit = isReleased ? await checkAcknowledgementLimit(store, transaction, email, at) : null;
  await transaction
    .updateTable('deliveries')
    .set({
      ...{ lease: null, leaseEndsAt: null, nextAttemptAt: at },
      ...(limit !== undefined && { state: 'void', lastError: limit }),
    })
    .where('inquiryId', '=', id)
    .where('lease', '=', heldLease)
    .execute();
  return { suspectedSpam: null };
}

/**
 * Returns the reason not to acknowledge an inquiry at `at`, in the transaction that queues it; undefined
 * if allowed. Limits in 24 hours: 1 per address, 200 in total. Anybody can enter a stranger's address.
 */
export async function checkAcknowledgementLimit(
  { kind }: Pick<Store, 'kind'>,
  transaction: Transaction<Tables>,
  email: string,
  at: string,
): Promise<string | undefined> {
  const limit = await findReachedLimit(transaction, email, at);
  // SQLite serializes writers.
  if (limit || kind === 'sqlite') return limit;
  if (!(await acquireLock(transaction))) return 'Other acknowledgements were being queued';
  return findReachedLimit(transaction, email, at);
}

async function findReachedLimit(
  transaction: Transaction<Tables>,
  email: string,
  at: string,
): Promise<string | undefined> {
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
    .where(isNotHeld)
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
