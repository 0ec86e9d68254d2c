import type { Transaction } from 'kysely';
import { toIso } from '../inquiry/to-iso.ts';
import {
  countEvents,
  lockInquiry,
  type MarkDependencies,
  markLocked,
} from '../store/inquiries/update-status.ts';
import { orUnavailable } from '../store/store-errors.ts';
import type { Tables } from '../store/tables.ts';
import { type Remarks, toChangedBy } from './confirmation-input.ts';
import { followUps, type SignedLink } from './signed-links.ts';
import { findUse } from './verify-action-link.ts';

/**
 * `confirmed`: marked, and the link is used; also for the same confirmation sent again. `used`: by
 * another one. `refused`: where the inquiry stands, the action cannot follow.
 */
export type Confirmed = 'confirmed' | 'used' | 'refused' | 'erased';

/** Does what a link says, once. Throws `StoreUnavailable`, with nothing changed. */
export async function confirmFollowUp(
  { store, clock }: MarkDependencies,
  link: SignedLink,
  remarks: Remarks,
): Promise<Confirmed> {
  const at = toIso(clock());
  return orUnavailable(
    'The follow-up could not be stored',
    () => store.db.transaction().execute((transaction) => confirm(transaction, at, link, remarks)),
    store.isConstraintViolation,
  );
}

async function confirm(
  transaction: Transaction<Tables>,
  at: string,
  link: SignedLink,
  { by, note }: Remarks,
): Promise<Confirmed> {
  const row = await lockInquiry(transaction, link.inquiryId);
  if (!row) return 'erased';

  const changedBy = toChangedBy(by);
  const use = await findUse(transaction, link);
  if (use) return use.changedBy === changedBy && use.note === (note ?? null) ? 'confirmed' : 'used';

  const mark = { ...followUps[link.action].change, by: changedBy, note };
  const { outcome } = await markLocked(transaction, row, at, mark);
  if (outcome === 'refused') return 'refused';
  const eventNumber = await countEvents(transaction, link.inquiryId);
  await transaction
    .insertInto('usedLinks')
    .values({ ...link, eventNumber })
    .execute();
  return 'confirmed';
}
