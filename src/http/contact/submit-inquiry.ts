import { randomUUIDv7 } from 'node:crypto';
import type { Transaction } from 'kysely';
import type { Inquiry } from '../../inquiry/inquiry.ts';
import { toIso } from '../../inquiry/to-iso.ts';
import { queueDeliveries } from '../../notifications/enqueue-notifications.ts';
import { claimFor, type Claim, type SubmissionKey } from '../../store/inquiries/idempotency.ts';
import { searchKeys } from '../../store/inquiries/search-keys.ts';
import { orUnavailable } from '../../store/store-errors.ts';
import type { Store } from '../../store/store.ts';
import type { Destination, Tables } from '../../store/tables.ts';

export interface SubmitDependencies {
  store: Store;
  /** The time now, in milliseconds since the epoch. */
  clock: () => number;
  /** Who is told about a new inquiry; nobody unless given. */
  destinations?: readonly Destination[];
}

export type Submission =
  /** Safe on disk. `repeated`: by an earlier call with the same key, whose answer this is. */
  | { outcome: 'stored'; id: string; receivedAt: string; repeated: boolean }
  /** This process is storing an inquiry with the same caller's key. */
  | { outcome: 'in-progress' }
  /** The caller's key already stands for another inquiry. */
  | { outcome: 'key-reused' };

/**
 * Stores an inquiry and queues a delivery for each destination; both are on disk when the promise
 * resolves. With a key, the same inquiry sent again is answered like the first time. Throws
 * `StoreUnavailable`, with nothing stored.
 */
export async function submitInquiry(
  { store, clock, destinations = [] }: SubmitDependencies,
  inquiry: Inquiry,
  key?: SubmissionKey,
): Promise<Submission> {
  const now = clock();
  const row = {
    id: randomUUIDv7(),
    receivedAt: toIso(now),
    status: 'new' as const,
    ...inquiry,
    ...searchKeys(inquiry),
  };
  const claim = key && claimFor(store.hashKey, inquiry, key, now);
  // A browser that submits the form twice in a row cannot ask again.
  const guarded = key?.kind === 'caller' && !key.waits ? key.value : undefined;

  if (guarded && store.storing.has(guarded)) return { outcome: 'in-progress' };
  if (guarded) store.storing.add(guarded);
  try {
    return await orUnavailable(
      'The inquiry could not be stored',
      () => store.transact((transaction) => write(store, transaction, row, claim, destinations)),
      store.isConstraintViolation,
    );
  } finally {
    if (guarded) store.storing.delete(guarded);
  }
}

async function write(
  store: Store,
  transaction: Transaction<Tables>,
  row: Tables['inquiries'],
  claim: Claim | undefined,
  destinations: readonly Destination[],
): Promise<Submission> {
  const earlier = claim && (await claimKey(transaction, row, claim));
  if (earlier) return earlier;

  const { id, receivedAt } = row;
  await transaction.insertInto('inquiries').values(row).execute();
  await queueDeliveries(store, transaction, row, destinations);
  return { outcome: 'stored', id, receivedAt, repeated: false };
}

/** Takes the key for this inquiry, or says what it stands for already. */
async function claimKey(
  transaction: Transaction<Tables>,
  { id, receivedAt }: Tables['inquiries'],
  claim: Claim,
): Promise<Submission | undefined> {
  // Only a key that expires can be in the way of its like.
  if (claim.expiresAt) await forgetExpired(transaction, receivedAt);
  const { numInsertedOrUpdatedRows } = await transaction
    .insertInto('idempotencyKeys')
    .values({ ...claim, inquiryId: id })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirstOrThrow();
  if (numInsertedOrUpdatedRows) return undefined;

  const earlier = await transaction
    .selectFrom('idempotencyKeys')
    .innerJoin('inquiries', 'inquiries.id', 'idempotencyKeys.inquiryId')
    .select(['inquiries.id', 'inquiries.receivedAt', 'idempotencyKeys.fingerprint'])
    .where('idempotencyKeys.key', '=', claim.key)
    .executeTakeFirstOrThrow();
  if (earlier.fingerprint !== claim.fingerprint) return { outcome: 'key-reused' };
  return { outcome: 'stored', id: earlier.id, receivedAt: earlier.receivedAt, repeated: true };
}

/** Leaves those alone that others are forgetting right now: nobody waits for them. */
async function forgetExpired(transaction: Transaction<Tables>, now: string) {
  const expired = transaction
    .selectFrom('idempotencyKeys')
    .select('key')
    .where('expiresAt', '<=', now)
    .forUpdate()
    .skipLocked();
  await transaction.deleteFrom('idempotencyKeys').where('key', 'in', expired).execute();
}
