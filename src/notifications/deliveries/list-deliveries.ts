import { getDeletedId } from '../../store/events.ts';
import type { Store } from '../../store/store.ts';
import type { DeliveryState, DestinationName, EventKind } from '../../store/tables.ts';

/** Times are ISO 8601 in UTC. */
export interface Delivery {
  /** Id of the event: the `webhook-id`, and the start of the Message-ID. */
  id: string;
  kind: EventKind;
  /** Absent for what concerns no inquiry. */
  inquiryId?: string;
  /** Day of a digest, in the firm's time zone. */
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
export async function listDeliveries(
  { db }: Store,
  { state, inquiryId, limit }: DeliveryFilters = {},
): Promise<Delivery[]> {
  let query = db
    .selectFrom('deliveries')
    .innerJoin('events', 'events.number', 'deliveries.event')
    .select(['id', 'kind', 'inquiryId', 'about', 'destination', 'state', 'attempts'])
    .select(['redeliveries', 'nextAttemptAt', 'deliveredAt', 'lastError'])
    .orderBy('nextAttemptAt', 'desc')
    .orderBy('event', 'desc')
    .orderBy('destination', 'desc');
  if (inquiryId) query = query.where('inquiryId', '=', inquiryId);
  if (state) query = query.where('state', '=', state);
  if (limit !== undefined) query = query.limit(limit);
  const rows = await query.execute();
  return rows.map((row) => {
    const inquiryId = row.kind === 'deleted' ? getDeletedId(row.id) : row.inquiryId;
    const nextAttemptAt = row.state === 'waiting' ? row.nextAttemptAt : null;
    const delivery = { ...row, inquiryId, redeliveries: row.redeliveries || null, nextAttemptAt };
    const present = Object.entries(delivery).filter(([, value]) => value !== null);
    return Object.fromEntries(present) as unknown as Delivery;
  });
}
