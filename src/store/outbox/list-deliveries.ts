import type { IsoTime } from '../../text/format-time.ts';
import { fromRow } from '../from-row.ts';
import type { Store } from '../store.ts';
import type { DeliveryState, EventKind, SkipReason } from '../tables.ts';
import { getDeletedId } from './event-ids.ts';

/** A delivery with its event, without empty columns. */
export interface Delivery {
  /** Id of the event, also sent as `webhook-id`. */
  id: string;
  kind: EventKind;
  inquiryId?: string;
  /** Day of a digest, or reason of a deletion. */
  about?: string;
  /** Name of the destination. */
  destination: string;
  state: DeliveryState;
  /** Number of attempts since it was last queued. */
  attempts: number;
  /** Set only while it waits. */
  nextAttemptAt?: IsoTime;
  deliveredAt?: IsoTime;
  /** Last error, or the reason of a skipped delivery. */
  lastError?: string;
}

interface DeliveryFilters {
  state?: DeliveryState | undefined;
  /** Full id of an inquiry. */
  inquiryId?: string;
  limit?: number | undefined;
}

/** Lists deliveries, latest due time first (default: no limit). Throws `StoreUnavailable`. */
export async function listDeliveries(
  { db }: Store,
  { state, inquiryId, limit }: DeliveryFilters = {},
): Promise<Delivery[]> {
  let query = db
    .selectFrom('deliveries')
    .innerJoin('events', 'events.number', 'deliveries.event')
    .select(['id', 'kind', 'inquiryId', 'about', 'destination', 'state', 'attempts'])
    .select(['nextAttemptAt', 'deliveredAt', 'lastError', 'skipReason'])
    .orderBy('nextAttemptAt', 'desc')
    .orderBy('event', 'desc')
    .orderBy('destination', 'desc');
  if (inquiryId) query = query.where('inquiryId', '=', inquiryId);
  if (state) query = query.where('state', '=', state);
  if (limit !== undefined) query = query.limit(limit);
  return (await query.execute()).map(({ skipReason, ...row }) => {
    return fromRow<Delivery>({
      ...row,
      inquiryId: row.kind === 'deleted' ? getDeletedId(row.id) : row.inquiryId,
      nextAttemptAt: row.state === 'waiting' ? row.nextAttemptAt : null,
      lastError: skipReason ? skipReasonTexts[skipReason] : row.lastError,
    });
  });
}

const skipReasonTexts: Record<SkipReason, string> = {
  flood: 'Named in a flood digest',
  'suspected-flood': 'Named in the digest',
  'suspected-spam': 'Suspected spam is not acknowledged',
  'acknowledged-address': 'This address was sent an acknowledgement in the last 24 hours',
  'acknowledged-total': 'As many inquiries as may be were acknowledged in 24 hours',
  'no-recipient': 'The settings name nobody who gets it',
  'no-text': 'It has no text for this destination',
  'not-configured': 'Its destination was not configured for four days',
};
