import { orUnavailable } from '../store-unavailable.ts';
import type { Store } from '../store.ts';
import { storedFields, type StoredInquiry, toStoredInquiry } from '../stored-inquiry.ts';
import { transition } from '../transition.ts';
import { findUse } from './find-use.ts';
import { followUps } from './follow-up-actions.ts';
import type { SignedLink } from './signed-links.ts';

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
