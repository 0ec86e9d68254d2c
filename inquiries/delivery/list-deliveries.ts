import { orUnavailable } from '../store-unavailable.ts';
import type { Store } from '../store.ts';
import type { DeliveryState, Destination } from '../tables.ts';

/** Times are ISO 8601 in UTC. */
export interface Delivery {
  inquiryId: string;
  destination: Destination;
  state: DeliveryState;
  /** Since it was queued, or queued again. */
  attempts: number;
  /** Of one that waits: when it is due. */
  nextAttemptAt?: string;
  deliveredAt?: string;
  lastError?: string;
}

/** Those of the newest inquiries first; all of them without `limit`. Throws `StoreUnavailable`. */
export function listDeliveries(
  { db }: Store,
  { state, limit }: { state?: DeliveryState | undefined; limit?: number | undefined } = {},
): Promise<Delivery[]> {
  let query = db
    .selectFrom('deliveries')
    .select(['inquiryId', 'destination', 'state', 'attempts'])
    .select(({ eb }) =>
      eb
        .case()
        .when('state', '=', 'waiting')
        .then(eb.ref('nextAttemptAt'))
        .end()
        .as('nextAttemptAt'),
    )
    .select(['deliveredAt', 'lastError'])
    .orderBy('inquiryId', 'desc')
    .orderBy('destination');
  if (state) query = query.where('state', '=', state);
  if (limit !== undefined) query = query.limit(limit);
  return orUnavailable('The deliveries could not be read', async () =>
    (await query.execute()).map(withoutNull),
  );
}

const withoutNull = (row: object) =>
  Object.fromEntries(
    Object.entries(row).filter(([, value]) => value !== null),
  ) as unknown as Delivery;
