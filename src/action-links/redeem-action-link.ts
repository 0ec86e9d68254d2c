import type { Transaction } from 'kysely';
import { toIso } from '../inquiry/format-time.ts';
import {
  countEvents,
  lockInquiry,
  type UpdateDependencies,
  updateLockedStatus,
} from '../store/inquiries/update-status.ts';
import { wrapStoreErrors } from '../store/store-errors.ts';
import type { Tables } from '../store/tables.ts';
import { type ConfirmationInput, toChangedBy } from './confirmation-input.ts';
import { findRedemption } from './load-action-link-state.ts';
import { linkActionDetails, type SignedLink } from './signed-links.ts';

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
