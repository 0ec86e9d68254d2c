import { orUnavailable } from '../store-unavailable.ts';
import type { Store } from '../store.ts';
import type { DeliveryKind, DeliveryState, Destination } from '../tables.ts';

/** Times are ISO 8601 in UTC. */
export interface Delivery {
  kind: DeliveryKind;
  /** Missing for a digest. */
  inquiryId?: string;
  /** A digest's date, in the firm's time zone. */
  day?: string;
  destination: Destination;
  state: DeliveryState;
  /** Since it was queued, or queued again. */
  attempts: number;
  /** Of one that waits: when it is due. */
  nextAttemptAt?: string;
  deliveredAt?: string;
  lastError?: string;
}

export interface DeliveryFilters {
  state?: DeliveryState | undefined;
  /** A whole id. */
  inquiryId?: string;
  limit?: number | undefined;
}

/** What was due last first; all deliveries without `limit`. Throws `StoreUnavailable`. */
export function listDeliveries(
  { db }: Store,
  { state, inquiryId, limit }: DeliveryFilters = {},
): Promise<Delivery[]> {
  let query = db
    .selectFrom('deliveries')
    .select(['kind', 'inquiryId', 'day', 'destination', 'state', 'attempts'])
    .select(({ eb }) =>
      eb
        .case()
        .when('state', '=', 'waiting')
        .then(eb.ref('nextAttemptAt'))
        .end()
        .as('nextAttemptAt'),
    )
    .select(['deliveredAt', 'lastError'])
    .orderBy('deliveries.nextAttemptAt', 'desc')
    .orderBy('inquiryId', 'desc')
    .orderBy('destination')
    .orderBy('kind');
  if (inquiryId) query = query.where('inquiryId', '=', inquiryId);
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
