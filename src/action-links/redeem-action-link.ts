import type { Transaction } from 'kysely';
import { toIso } from '../inquiry/to-iso.ts';
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
 * its status does not allow the action.
 */
export type RedemptionResult = 'confirmed' | 'used' | 'refused' | 'deleted';

/** Applies the action of a link, once. Throws `StoreUnavailable`, with nothing changed. */
export async function redeemActionLink(
  { store, clock }: UpdateDependencies,
  link: SignedLink,
  input: ConfirmationInput,
): Promise<RedemptionResult> {
  const at = toIso(clock());
  return wrapStoreErrors(
    'The action link could not be redeemed',
    () => store.db.transaction().execute((transaction) => redeem(transaction, at, link, input)),
    store.isConstraintViolation,
  );
}

async function redeem(
  transaction: Transaction<Tables>,
  at: string,
  link: SignedLink,
  { by, note }: ConfirmationInput,
): Promise<RedemptionResult> {
  const row = await lockInquiry(transaction, link.inquiryId);
  if (!row) return 'deleted';

  const changedBy = toChangedBy(by);
  const earlier = await findRedemption(transaction, link);
  if (earlier) {
    const isRepeat = earlier.changedBy === changedBy && earlier.note === (note ?? null);
    return isRepeat ? 'confirmed' : 'used';
  }

  const statusUpdate = { ...linkActionDetails[link.action].change, by: changedBy, note };
  const { outcome } = await updateLockedStatus(transaction, row, at, statusUpdate);
  if (outcome === 'refused') return 'refused';
  const eventNumber = await countEvents(transaction, link.inquiryId);
  await transaction
    .insertInto('usedLinks')
    .values({ ...link, eventNumber })
    .execute();
  return 'confirmed';
}
