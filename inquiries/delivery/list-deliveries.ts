import { orUnavailable, StoreUnavailable } from '../store-unavailable.ts';
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

const message = 'The deliveries could not be read';

/** What was due last first; all deliveries without `limit`. Throws `StoreUnavailable`. */
export const listDeliveries = (store: Store, filters: DeliveryFilters = {}): Promise<Delivery[]> =>
  orUnavailable(message, async () =>
    (await selectDeliveries(store, filters).execute()).map(withoutNull),
  );

/** The same one after another, so that any number of them fits into memory. */
export async function* streamDeliveries(
  store: Store,
  filters: DeliveryFilters = {},
): AsyncGenerator<Delivery> {
  try {
    for await (const row of selectDeliveries(store, filters).stream()) yield withoutNull(row);
  } catch (cause) {
    throw new StoreUnavailable(message, { cause });
  }
}

function selectDeliveries({ db }: Store, { state, inquiryId, limit }: DeliveryFilters) {
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
  return query;
}

const withoutNull = (row: object) =>
  Object.fromEntries(
    Object.entries(row).filter(([, value]) => value !== null),
  ) as unknown as Delivery;
