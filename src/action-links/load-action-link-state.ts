import type { Kysely } from 'kysely';
import { transition } from '../inquiry/transition.ts';
import {
  storedFields,
  type StoredInquiry,
  toStoredInquiry,
} from '../store/inquiries/stored-inquiry.ts';
import { wrapStoreErrors } from '../store/store-errors.ts';
import type { Store } from '../store/store.ts';
import type { Tables } from '../store/tables.ts';
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
      .select(storedFields)
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

/** Finds the status change that was made with this link. */
export const findRedemption = (
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
