import type { Kysely } from 'kysely';
import { transition } from '../inquiry/status.ts';
import { type StoredInquiry, toStoredInquiry } from '../store/inquiries/stored-inquiry.ts';
import {
  assignLocked,
  changeLocked,
  countEvents,
  type LockedInquiry,
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
  const { change } = linkActionDetails[link.action];
  const result = change && transition(inquiry, change);
  if (!result || result.ok) return { state: 'open', inquiry };
  const reason = inquiry.status === 'spam' ? result.reason : 'unchanged';
  return { state: 'refused', inquiry, reason };
}

/** State of the inquiry that the page of a confirmation showed. */
export interface Shown {
  /** Number of the last change, after which a person confirmed to reopen the inquiry. */
  lastChange?: number;
  /** Empty for nobody. */
  assignee?: string | undefined;
}

/**
 * `confirmed`: the change is stored; also for a repeat of the same confirmation. `used`: a different
 * confirmation used the link. `refused`: the inquiry already has this status, or its status does not
 * allow the action. `reassigned`: the assignee is not the one that was shown. With `lastChange`, the
 * number of the last change, the action would reopen a closed inquiry, and a second confirmation has to
 * name that change.
 */
export type RedemptionResult =
  'confirmed' | 'used' | 'refused' | 'reassigned' | 'deleted' | { lastChange: number };

/**
 * Applies the action of a link: a status change once, an assignment each time. Throws
 * `StoreUnavailable`, with nothing changed.
 */
export const redeemActionLink = async (
  dependencies: UpdateDependencies,
  link: SignedLink,
  input: ConfirmationInput,
  shown: Shown = {},
): Promise<RedemptionResult> =>
  (await changeLocked(
    dependencies,
    link.inquiryId,
    'The action link could not be redeemed',
    (locked) => redeem(locked, link, input, shown),
  )) ?? 'deleted';

async function redeem(
  locked: LockedInquiry,
  link: SignedLink,
  { by, note }: ConfirmationInput,
  shown: Shown,
): Promise<RedemptionResult> {
  const { transaction, row } = locked;
  const changedBy = toChangedBy(by);
  const { change } = linkActionDetails[link.action];
  if (!change) {
    const assignee = row.assignee ?? '';
    if (assignee !== by && assignee !== shown.assignee) return 'reassigned';
    await assignLocked(locked, { assignee: by ?? '', by: changedBy, note });
    return 'confirmed';
  }
  const earlier = await findRedemption(transaction, link);
  if (earlier) {
    const isRepeat = earlier.changedBy === changedBy && earlier.note === (note ?? null);
    return isRepeat ? 'confirmed' : 'used';
  }

  const lastChange = await countEvents(transaction, link.inquiryId);
  const isClosed = row.status === 'responded' || row.status === 'declined';
  if (isClosed && change.status === 'reviewed' && shown.lastChange !== lastChange) {
    return { lastChange };
  }
  const { outcome } = await updateLockedStatus(locked, { ...change, by: changedBy, note });
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
