import type { Kysely } from 'kysely';
import type { Tables } from '../tables.ts';
import type { SignedLink } from './signed-links.ts';

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
