import type { Insertable, Transaction } from 'kysely';
import type { IsoTime } from '../text/format-time.ts';
import type { Database } from './store.ts';
import type { Tables } from './tables.ts';

/** The change that a link has made. */
export interface LinkUse {
  usedAt: IsoTime;
  usedBy: string | null;
  usedNote: string | null;
}

/** Inquiry, action and expiry of a link, which identify it. */
type UsableLink = Omit<Insertable<Tables['usedLinks']>, 'event'>;

/** Finds the change that a link has made. */
export function findLinkUse(
  { db }: Database,
  { inquiryId, action, expiresAt }: UsableLink,
): Promise<LinkUse | undefined> {
  return db
    .selectFrom('usedLinks')
    .innerJoin('events', 'events.number', 'usedLinks.event')
    .select(['at as usedAt', 'changedBy as usedBy', 'note as usedNote'])
    .where('usedLinks.inquiryId', '=', inquiryId)
    .where('usedLinks.action', '=', action)
    .where('usedLinks.expiresAt', '=', expiresAt)
    .executeTakeFirst();
}

/**
 * Records that a link has made the change with the number `event`, so that it cannot make another
 * one.
 */
export async function saveLinkUse(
  transaction: Transaction<Tables>,
  link: UsableLink,
  event: number,
): Promise<void> {
  await transaction
    .insertInto('usedLinks')
    .values({ ...link, event })
    .execute();
}
