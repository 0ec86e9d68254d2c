import type { Kysely, Transaction } from 'kysely';
import { toIso } from '../inquiry/format-time.ts';
import { transition } from '../inquiry/status.ts';
import { type StoredInquiry, toStoredInquiry } from '../store/inquiries/stored-inquiry.ts';
import {
  countEvents,
  lockInquiry,
  type UpdateDependencies,
  updateLockedStatus,
} from '../store/inquiries/update-status.ts';
import { wrapStoreErrors } from '../store/store-errors.ts';
import type { Store } from '../store/store.ts';
import type { Tables } from '../store/tables.ts';
import { type ConfirmationInput, toChangedBy } from './confirmation-input.ts';
import { linkActionDetails, type SignedLink } from './signed-links.ts';

/** Current state of a link. */
export type ActionLinkState =
  | { state: 'open'; inquiry: StoredInquiry }
  /** `usedAt`: the time of the confirmation, ISO 8601 in UTC. */
  | { state: 'used'; inquiry: StoredInquiry; usedAt: string }
  /** `unchanged`: the inquiry already has this status. */
  | { state: 'refused'; inquiry: StoredInquiry; reason: 'unchanged' | 'not-allowed' }
  | { state: 'deleted' };

/** Loads the state of a link and its inquiry. Throws `StoreUnavailable`. */
export async function loadActionLinkState(
  { db }: Store,
  link: SignedLink,
): Promise<ActionLinkState> {
  const { redemption, row } = await wrapStoreErrors('The inquiry could not be read', async () => ({
    redemption: await findRedemption(db, link),
    row: await db
      .selectFrom('inquiries')
      .selectAll()
      .where('id', '=', link.inquiryId)
      .executeTakeFirst(),
  }));
  if (!row) return { state: 'deleted' };

  const inquiry = toStoredInquiry(row);
  if (redemption) return { state: 'used', inquiry, usedAt: redemption.at };
  const result = transition(inquiry, linkActionDetails[link.action].change);
  return result.ok
    ? { state: 'open', inquiry }
    : { state: 'refused', inquiry, reason: result.reason };
}

/**
 * `confirmed`: the status is changed and the link used; also for a repeat of the same confirmation.
 * `used`: a different confirmation used the link. `refused`: the inquiry already has this status, or
 * its status does not allow the action. With `lastChange`, the number of the last status change, the
 * action would reopen a closed inquiry, and a second confirmation has to name that change.
 */
export type RedemptionResult =
  'confirmed' | 'used' | 'refused' | 'deleted' | { lastChange: number };

/**
 * Applies the action of a link, once. `lastChange`: the status change after which a person confirmed
 * to reopen the inquiry. Throws `StoreUnavailable`, with nothing changed.
 */
export async function redeemActionLink(
  { store, clock }: UpdateDependencies,
  link: SignedLink,
  input: ConfirmationInput,
  lastChange?: number,
): Promise<RedemptionResult> {
  const at = toIso(clock());
  return wrapStoreErrors(
    'The action link could not be redeemed',
    () =>
      store.db
        .transaction()
        .execute((transaction) => redeem(transaction, at, link, input, lastChange)),
    store.isConstraintViolation,
  );
}

async function redeem(
  transaction: Transaction<Tables>,
  at: string,
  link: SignedLink,
  { by, note }: ConfirmationInput,
  confirmedChange: number | undefined,
): Promise<RedemptionResult> {
  const row = await lockInquiry(transaction, link.inquiryId);
  if (!row) return 'deleted';

  const changedBy = toChangedBy(by);
  const earlier = await findRedemption(transaction, link);
  if (earlier) {
    const isRepeat = earlier.changedBy === changedBy && earlier.note === (note ?? null);
    return isRepeat ? 'confirmed' : 'used';
  }

  const { change } = linkActionDetails[link.action];
  const lastChange = await countEvents(transaction, link.inquiryId);
  const isClosed = row.status === 'responded' || row.status === 'declined';
  if (isClosed && change.status === 'reviewed' && confirmedChange !== lastChange) {
    return { lastChange };
  }
  const statusUpdate = { ...change, by: changedBy, note };
  const { outcome } = await updateLockedStatus(transaction, row, at, statusUpdate);
  if (outcome === 'refused') return 'refused';
  await transaction
    .insertInto('usedLinks')
    .values({ ...link, eventNumber: lastChange + 1 })
    .execute();
  return 'confirmed';
}

/** Finds the status change that was made with this link. */
const findRedemption = (
  db: Kysely<Tables>,
  { inquiryId, action, expiresAt }: SignedLink,
): Promise<Pick<Tables['inquiryEvents'], 'at' | 'changedBy' | 'note'> | undefined> =>
  db
    .selectFrom('usedLinks')
    .innerJoin('inquiryEvents', (join) =>
      join
        .onRef('inquiryEvents.inquiryId', '=', 'usedLinks.inquiryId')
        .onRef('inquiryEvents.number', '=', 'usedLinks.eventNumber'),
    )
    .select(['inquiryEvents.at', 'inquiryEvents.changedBy', 'inquiryEvents.note'])
    .where('usedLinks.inquiryId', '=', inquiryId)
    .where('usedLinks.action', '=', action)
    .where('usedLinks.expiresAt', '=', expiresAt)
    .executeTakeFirst();
