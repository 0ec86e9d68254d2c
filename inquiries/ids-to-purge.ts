import { orUnavailable } from './store-unavailable.ts';
import type { Database, Store } from './store.ts';

/** Ids of inquiries that arrived before this time (ISO 8601 in UTC). Throws `StoreUnavailable`. */
export const idsReceivedBefore = ({ db }: Store, time: string): Promise<string[]> =>
  readIds(receivedBefore(db, time));

/** Ids of spam that was marked so before this time (ISO 8601 in UTC). Throws `StoreUnavailable`. */
export const idsOfSpamBefore = ({ db }: Store, time: string): Promise<string[]> =>
  readIds(spamBefore(db, time));

/** Inquiries that arrived before this time (ISO 8601 in UTC), the oldest first. */
export const receivedBefore = (db: Database, time: string) =>
  db.selectFrom('inquiries').select('id').where('receivedAt', '<', time).orderBy('receivedAt');

/** Spam that was marked so before this time (ISO 8601 in UTC), the oldest arrivals first. */
export const spamBefore = (db: Database, time: string) =>
  db
    .selectFrom('inquiries')
    .select('id')
    .where('status', '=', 'spam')
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('inquiryEvents')
            .select('number')
            .whereRef('inquiryId', '=', 'inquiries.id')
            .where('at', '>=', time),
        ),
      ),
    )
    .orderBy('receivedAt');

async function readIds(query: ReturnType<typeof receivedBefore>) {
  const rows = await orUnavailable('The inquiries could not be read', () => query.execute());
  return rows.map(({ id }) => id);
}
