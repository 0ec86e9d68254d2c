import { randomUUIDv7 } from 'node:crypto';
import type { Transaction } from 'kysely';
import type { Inquiry } from '../../inquiry/inquiry.ts';
import { toIso } from '../../inquiry/format-time.ts';
import { enqueueNotifications } from '../../notifications/enqueue-notifications.ts';
import {
  createIdempotencyRecord,
  type IdempotencyRecord,
  type SubmissionKey,
} from '../../store/inquiries/idempotency.ts';
import { createSearchKeys } from '../../store/inquiries/search-keys.ts';
import { StoreUnavailable, wrapStoreErrors } from '../../store/store-errors.ts';
import type { Database, Store } from '../../store/store.ts';
import type { Destination, Tables } from '../../store/tables.ts';
import { type RateLimitDependencies, reportRejection } from '../rate-limit/limit-requests.ts';
import type { RateLimitRejection, Reserve } from '../rate-limit/rate-limiter.ts';

export interface SubmitDependencies {
  store: Store;
  /** The time now, in milliseconds since the epoch. */
  clock: () => number;
  /** Destinations of the notification (default: none). */
  destinations?: readonly Destination[];
}

export type Submission =
  /** On disk. `repeated`: stored earlier with the same key. */
  | { outcome: 'stored'; id: string; receivedAt: string; repeated: boolean }
  /** The key belongs to another inquiry. */
  | { outcome: 'key-reused' };

export interface StoreInquiryDependencies
  extends SubmitDependencies, Pick<RateLimitDependencies, 'log' | 'onRateLimited'> {
  /** Called after a new inquiry was stored. */
  onStored?: () => void;
  /** Called after a repeat of a stored inquiry. */
  onRepeated?: (() => void) | undefined;
}

/**
 * Stores an inquiry if the rate limits allow it, and logs the outcome, only with its id. A repeat of a
 * stored inquiry gets its result despite the limits.
 */
export async function storeInquiry(
  dependencies: StoreInquiryDependencies,
  inquiry: Inquiry,
  key: SubmissionKey | undefined,
  reserve: Reserve,
): Promise<
  | Submission
  | { outcome: 'unavailable' }
  | { outcome: 'rate-limited'; rejection: RateLimitRejection }
> {
  const { log, onStored, onRepeated } = dependencies;
  const reservation = await reserve();
  let isNew = false;
  try {
    const submission = reservation.ok
      ? await submitInquiry(dependencies, inquiry, key)
      : ((await findSubmission(dependencies, inquiry, key)) ?? toRateLimited(reservation));
    if (submission.outcome === 'rate-limited') {
      reportRejection(dependencies, submission.rejection);
    }
    if (submission.outcome === 'stored') {
      const { id, repeated } = submission;
      isNew = !repeated;
      log.info({ inquiry: id }, repeated ? 'An inquiry was sent again' : 'An inquiry was stored');
      (repeated ? onRepeated : onStored)?.();
    }
    return submission;
  } catch (error) {
    if (!(error instanceof StoreUnavailable)) throw error;
    log.error({ err: error }, 'The store is not available');
    return { outcome: 'unavailable' };
  } finally {
    if (reservation.ok && !isNew) await reservation.release();
  }
}

const toRateLimited = (rejection: RateLimitRejection) =>
  ({ outcome: 'rate-limited', rejection }) as const;

/** Finds the result that a repeat gets. Throws `StoreUnavailable`. */
async function findSubmission(
  { store, clock }: SubmitDependencies,
  inquiry: Inquiry,
  key: SubmissionKey | undefined,
): Promise<Submission | undefined> {
  if (!key) return undefined;
  const now = clock();
  const record = createIdempotencyRecord(store.hashKey, inquiry, key, now);
  const earlier = await wrapStoreErrors('The inquiry could not be read', () =>
    selectSubmission(store.db, record)
      .where(({ eb, or }) => or([eb('expiresAt', 'is', null), eb('expiresAt', '>', toIso(now))]))
      .executeTakeFirst(),
  );
  return earlier && toRepeat(earlier, record);
}

/** Submissions with a key that this process is storing. */
const inFlight = new WeakMap<Store, Map<string, Promise<Submission>>>();

/**
 * Stores an inquiry and queues a delivery for each destination; both are on disk when the promise
 * resolves. With a key, a repeat returns the first result; a repeat in flight fails with the first.
 * Throws `StoreUnavailable` with nothing stored.
 */
export async function submitInquiry(
  { store, clock, destinations = [] }: SubmitDependencies,
  inquiry: Inquiry,
  key?: SubmissionKey,
): Promise<Submission> {
  const now = clock();
  const row = createRow(inquiry, now);
  const idempotencyRecord = key && createIdempotencyRecord(store.hashKey, inquiry, key, now);
  const insert = () =>
    wrapStoreErrors(
      'The inquiry could not be stored',
      () =>
        store.transact((transaction) =>
          insertInquiry(store, transaction, row, idempotencyRecord, destinations),
        ),
      store.isConstraintViolation,
    );
  if (!idempotencyRecord) return insert();

  const submissions = inFlight.get(store) ?? new Map<string, Promise<Submission>>();
  inFlight.set(store, submissions);
  const { key: reserved } = idempotencyRecord;
  // On PostgreSQL, each transaction that waits for another one's key holds a connection.
  const earlier = submissions.get(reserved);
  if (earlier) await earlier;
  const submission = insert();
  submissions.set(reserved, submission);
  try {
    return await submission;
  } finally {
    if (submissions.get(reserved) === submission) submissions.delete(reserved);
  }
}

/** Creates the row of a new inquiry. `now` is in ms since the epoch. */
export const createRow = (inquiry: Inquiry, now: number) => ({
  id: randomUUIDv7(),
  receivedAt: toIso(now),
  status: 'new' as const,
  ...inquiry,
  ...createSearchKeys(inquiry),
});

/** Inserts an inquiry with its key and its deliveries; returns the result of an earlier use. */
export async function insertInquiry(
  store: Store,
  transaction: Transaction<Tables>,
  row: Tables['inquiries'],
  idempotencyRecord: IdempotencyRecord | undefined,
  destinations: readonly Destination[],
): Promise<Submission> {
  const earlier = idempotencyRecord && (await reserveKey(transaction, row, idempotencyRecord));
  if (earlier) return earlier;

  const { id, receivedAt } = row;
  await transaction.insertInto('inquiries').values(row).execute();
  await enqueueNotifications(store, transaction, row, destinations);
  return { outcome: 'stored', id, receivedAt, repeated: false };
}

/** Reserves the key for this inquiry; returns the result of an earlier use. */
async function reserveKey(
  transaction: Transaction<Tables>,
  { id, receivedAt }: Tables['inquiries'],
  idempotencyRecord: IdempotencyRecord,
): Promise<Submission | undefined> {
  // Only an expired key of the same kind can conflict.
  if (idempotencyRecord.expiresAt) await deleteExpiredKeys(transaction, receivedAt);
  const { numInsertedOrUpdatedRows } = await transaction
    .insertInto('idempotencyKeys')
    .values({ ...idempotencyRecord, inquiryId: id })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirstOrThrow();
  if (numInsertedOrUpdatedRows) return undefined;

  const earlier = await selectSubmission(transaction, idempotencyRecord).executeTakeFirstOrThrow();
  return toRepeat(earlier, idempotencyRecord);
}

const selectSubmission = (db: Database, { key }: IdempotencyRecord) =>
  db
    .selectFrom('idempotencyKeys')
    .innerJoin('inquiries', 'inquiries.id', 'idempotencyKeys.inquiryId')
    .select(['inquiries.id', 'inquiries.receivedAt', 'idempotencyKeys.fingerprint'])
    .where('idempotencyKeys.key', '=', key);

const toRepeat = (
  { id, receivedAt, fingerprint }: { id: string; receivedAt: string; fingerprint: string },
  record: IdempotencyRecord,
): Submission =>
  fingerprint === record.fingerprint
    ? { outcome: 'stored', id, receivedAt, repeated: true }
    : { outcome: 'key-reused' };

/** Skips keys that another transaction is deleting, instead of waiting. */
async function deleteExpiredKeys(transaction: Transaction<Tables>, now: string) {
  const expired = transaction
    .selectFrom('idempotencyKeys')
    .select('key')
    .where('expiresAt', '<=', now)
    .forUpdate()
    .skipLocked();
  await transaction.deleteFrom('idempotencyKeys').where('key', 'in', expired).execute();
}
