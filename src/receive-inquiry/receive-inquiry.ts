import { createHmac, randomUUIDv7 } from 'node:crypto';
import { sql, type Transaction } from 'kysely';
import { dayMs, toIso } from '../inquiry/format-time.ts';
import type { Inquiry } from '../inquiry/inquiry.ts';
import { suspectSpam } from '../inquiry/suspect-spam.ts';
import type { JobLog } from '../jobs/run-loop.ts';
import { enqueueNotifications } from '../notifications/enqueue-notifications.ts';
import { createSearchKeys } from '../store/inquiries/search-keys.ts';
import { StoreUnavailable, wrapStoreErrors } from '../store/store-errors.ts';
import type { Database, Store } from '../store/store.ts';
import type { Destination, Tables } from '../store/tables.ts';

/**
 * Identifies repeated submissions: by the caller's key, without expiry, or by their content for 24
 * hours (forms sent without script).
 */
export type SubmissionKey = { kind: 'caller'; value: string } | { kind: 'content' };

/** Accepts 1 to 255 visible ASCII characters. */
export const isCallerKey = (value: string): boolean => /^[!-~]{1,255}$/.test(value);

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

export interface ReceiveDependencies extends SubmitDependencies {
  log: JobLog;
  /** Called after a new inquiry was stored, to send its notifications at once. */
  wakeDeliveries?: (() => void) | undefined;
  /** Called after a new inquiry was stored. */
  onStored?: (() => void) | undefined;
  /** Called after a repeat of a stored inquiry. */
  onRepeated?: (() => void) | undefined;
}

/** An inquiry that the rate limits allow; what is not stored releases it. */
interface Allowance {
  ok: true;
  release(): Promise<void>;
}

/**
 * Stores an inquiry if the rate limits allow it, and logs the outcome, only with its id. A repeat of a
 * stored inquiry gets its result despite the limits.
 */
export async function receiveInquiry<Rejection extends { ok: false }>(
  dependencies: ReceiveDependencies,
  inquiry: Inquiry,
  key: SubmissionKey | undefined,
  rateLimit: Allowance | Rejection,
): Promise<
  Submission | { outcome: 'unavailable' } | { outcome: 'rate-limited'; rejection: Rejection }
> {
  const { log, wakeDeliveries, onStored, onRepeated } = dependencies;
  let isNew = false;
  try {
    const submission = rateLimit.ok
      ? await submitInquiry(dependencies, inquiry, key)
      : ((await findSubmission(dependencies, inquiry, key)) ??
        ({ outcome: 'rate-limited', rejection: rateLimit } as const));
    if (submission.outcome === 'stored') {
      const { id, repeated } = submission;
      isNew = !repeated;
      log.info({ inquiry: id }, repeated ? 'An inquiry was sent again' : 'An inquiry was stored');
      (repeated ? onRepeated : onStored)?.();
      if (isNew) wakeDeliveries?.();
    }
    return submission;
  } catch (error) {
    if (!(error instanceof StoreUnavailable)) throw error;
    log.error({ err: error }, 'The store is not available');
    return { outcome: 'unavailable' };
  } finally {
    if (rateLimit.ok && !isNew) await rateLimit.release();
  }
}

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

type NewRow = ReturnType<typeof createRow>;

/** Inserts an inquiry with its key and its deliveries; returns the result of an earlier use. */
export async function insertInquiry(
  store: Store,
  transaction: Transaction<Tables>,
  row: NewRow,
  idempotencyRecord: IdempotencyRecord | undefined,
  destinations: readonly Destination[],
): Promise<Submission> {
  const earlier = idempotencyRecord && (await reserveKey(transaction, row, idempotencyRecord));
  if (earlier) return earlier;

  const { id, receivedAt } = row;
  const reason = suspectSpam(row, await isRepeatedMessage(transaction, row));
  const judged = { ...row, suspectedSpam: reason ?? null };
  await transaction.insertInto('inquiries').values(judged).execute();
  await enqueueNotifications(store, transaction, judged, destinations);
  return { outcome: 'stored', id, receivedAt, repeated: false };
}

/** Bounds the time that an address can cost that sends the same message again and again. */
const maxCompared = sql.lit(10);

/** Tells if another address sent this message in the last 24 hours. */
async function isRepeatedMessage(
  transaction: Transaction<Tables>,
  { messageKey, receivedAt, searchEmail }: NewRow,
): Promise<boolean> {
  const since = toIso(Date.parse(receivedAt) - dayMs);
  // Built by Kysely, it would take as long as all other statements.
  const { rows } = await sql`
    select 1 from (
      select search_email from inquiries
      where message_key = ${messageKey} and received_at > ${since}
      limit ${maxCompared}
    ) as equal
    where search_email <> ${searchEmail}`.execute(transaction.withoutPlugins());
  return rows.length > 0;
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

export type IdempotencyRecord = Omit<Tables['idempotencyKeys'], 'inquiryId'>;

const contentKeyTtlMs = dayMs;

/** Creates the row of a key, without its inquiry. `now` is in ms since the epoch. */
export function createIdempotencyRecord(
  hashKey: Buffer,
  inquiry: Inquiry,
  key: SubmissionKey,
  now: number,
): IdempotencyRecord {
  const fingerprint = hashContent(hashKey, 'fingerprint', inquiry);
  if (key.kind === 'caller') return { key: `caller:${key.value}`, fingerprint, expiresAt: null };
  return {
    key: `content:${hashContent(hashKey, 'content', inquiry)}`,
    fingerprint,
    expiresAt: toIso(now + contentKeyTtlMs),
  };
}

// Keyed, because a plain hash of personal data can be reversed by guessing.
function hashContent(hashKey: Buffer, purpose: string, inquiry: Inquiry) {
  const fields = Object.entries(inquiry).sort(([a], [b]) => (a < b ? -1 : 1));
  const content = JSON.stringify([purpose, fields]);
  return createHmac('sha256', hashKey).update(content).digest('hex');
}
