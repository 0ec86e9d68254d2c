import { sql, type SqlBool } from 'kysely';
import { getDeletedId } from '../../store/events.ts';
import { paginate } from '../../store/inquiries/list-inquiries.ts';
import { wrapStoreErrors } from '../../store/store-errors.ts';
import type { Store } from '../../store/store.ts';
import type { DeliveryState, DestinationName, EventKind } from '../../store/tables.ts';

/** Times are ISO 8601 in UTC. */
export interface Delivery {
  /** Id of the event: the `webhook-id`, and the start of the Message-ID. */
  id: string;
  kind: EventKind;
  /** Absent for what concerns no inquiry. */
  inquiryId?: string;
  /** Destination of an outage; day of a digest, in the firm's time zone. */
  about?: string;
  destination: DestinationName;
  state: DeliveryState;
  /** Since it was last queued. */
  attempts: number;
  /** Number of manual redeliveries; absent before the first. */
  redeliveries?: number;
  /** Only while waiting. */
  nextAttemptAt?: string;
  deliveredAt?: string;
  lastError?: string;
}

export interface DeliveryFilters {
  state?: DeliveryState | undefined;
  /** Full id. */
  inquiryId?: string;
  limit?: number | undefined;
}

/** Lists deliveries, latest due time first; all without `limit`. Throws `StoreUnavailable`. */
export const listDeliveries = (store: Store, filters: DeliveryFilters = {}): Promise<Delivery[]> =>
  Array.fromAsync(streamDeliveries(store, filters));

/** Streams deliveries in the order of `listDeliveries`; each page is a snapshot of its own. */
export async function* streamDeliveries(
  store: Store,
  { limit, ...filters }: DeliveryFilters = {},
): AsyncGenerator<Delivery> {
  const rows = paginate<Row>(
    (after, length) => queryDeliveries(store, { ...filters, limit: length }, after),
    limit,
  );
  for await (const row of rows) yield toDelivery(row);
}

type Row = Awaited<ReturnType<typeof queryDeliveries>>[number];

function queryDeliveries(
  { db }: Store,
  { state, inquiryId, limit }: DeliveryFilters,
  after?: { nextAttemptAt: string; event: number; destination: DestinationName },
) {
  let query = db
    .selectFrom('deliveries')
    .innerJoin('events', 'events.number', 'deliveries.event')
    .selectAll('deliveries')
    .select(['id', 'kind', 'inquiryId', 'about'])
    .orderBy('nextAttemptAt', 'desc')
    .orderBy('event', 'desc')
    .orderBy('destination', 'desc');
  if (inquiryId) query = query.where('inquiryId', '=', inquiryId);
  if (state) query = query.where('state', '=', state);
  if (limit !== undefined) query = query.limit(limit);
  if (after) {
    query = query.where(({ ref }) => {
      const position = sql`(${ref('nextAttemptAt')}, ${ref('event')}, ${ref('destination')})`;
      const last = sql`(${after.nextAttemptAt}, ${after.event}, ${after.destination})`;
      return sql<SqlBool>`${position} < ${last}`;
    });
  }
  return wrapStoreErrors('The deliveries could not be read', () => query.execute());
}

function toDelivery({ id, kind, inquiryId, about, ...row }: Row): Delivery {
  const { destination, state, attempts, redeliveries } = row;
  const { deliveredAt, lastError, nextAttemptAt } = row;
  const concerned = kind === 'deleted' ? getDeletedId(id) : inquiryId;
  return {
    id,
    kind,
    ...(concerned !== null && { inquiryId: concerned }),
    ...(about !== null && { about }),
    destination,
    state,
    attempts,
    ...(redeliveries > 0 && { redeliveries }),
    ...(deliveredAt !== null && { deliveredAt }),
    ...(lastError !== null && { lastError }),
    ...(state === 'waiting' && { nextAttemptAt }),
  };
}
