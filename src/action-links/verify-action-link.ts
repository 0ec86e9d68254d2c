import type { Kysely } from 'kysely';
import { transition } from '../inquiry/transition.ts';
import {
  storedFields,
  type StoredInquiry,
  toStoredInquiry,
} from '../store/inquiries/stored-inquiry.ts';
import { orUnavailable } from '../store/store-errors.ts';
import type { Store } from '../store/store.ts';
import type { Tables } from '../store/tables.ts';
import { followUps, type SignedLink } from './signed-links.ts';

/** What a link would do at this moment, or why nothing. */
export type FollowUp =
  | { state: 'open'; inquiry: StoredInquiry }
  /** `usedAt`: when it was confirmed, ISO 8601 in UTC. */
  | { state: 'used'; inquiry: StoredInquiry; usedAt: string }
  /** `unchanged`: the inquiry stands there already. */
  | { state: 'refused'; inquiry: StoredInquiry; reason: 'unchanged' | 'not-allowed' }
  | { state: 'erased' };

/** Reads how a link and its inquiry stand. Throws `StoreUnavailable`. */
export async function readFollowUp({ db }: Store, link: SignedLink): Promise<FollowUp> {
  const { use, row } = await orUnavailable('The inquiry could not be read', async () => ({
    use: await findUse(db, link),
    row: await db
      .selectFrom('inquiries')
      .select(storedFields)
      .where('id', '=', link.inquiryId)
      .executeTakeFirst(),
  }));
  if (!row) return { state: 'erased' };

  const inquiry = toStoredInquiry(row);
  if (use) return { state: 'used', inquiry, usedAt: use.at };
  const step = transition(inquiry, followUps[link.action].change);
  return step.ok ? { state: 'open', inquiry } : { state: 'refused', inquiry, reason: step.reason };
}

/** The change of status that was made when this link was confirmed. */
export const findUse = (
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
