import { orUnavailable } from './store-unavailable.ts';
import type { Store } from './store.ts';

/** Ids of inquiries that arrived before this time (ISO 8601 in UTC). Throws `StoreUnavailable`. */
export async function idsReceivedBefore({ db }: Store, time: string): Promise<string[]> {
  const rows = await orUnavailable('The inquiries could not be read', () =>
    db
      .selectFrom('inquiries')
      .select('id')
      .where('receivedAt', '<', time)
      .orderBy('receivedAt')
      .execute(),
  );
  return rows.map(({ id }) => id);
}

/** Ids of spam that was marked so before this time (ISO 8601 in UTC). Throws `StoreUnavailable`. */
export async function idsOfSpamBefore({ db }: Store, time: string): Promise<string[]> {
  const rows = await orUnavailable('The inquiries could not be read', () =>
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
      .orderBy('receivedAt')
      .execute(),
  );
  return rows.map(({ id }) => id);
}
