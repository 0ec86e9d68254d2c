import { type ExpressionBuilder, sql, type SqlBool } from 'kysely';
import { getDeletedId } from '../../store/enqueue-deliveries.ts';
import { paginate } from '../../store/inquiries/list-inquiries.ts';
import { wrapStoreErrors } from '../../store/store-errors.ts';
import type { Store } from '../../store/store.ts';
import type { DeliveryKind, DeliveryState, Destination, Tables } from '../../store/tables.ts';

/** Times are ISO 8601 in UTC. */
export interface Delivery {
  kind: DeliveryKind | 'deleted';
  /** Absent for digests and outage reports. */
  inquiryId?: string;
  /** Date of a digest, in the firm's time zone. */
  day?: string;
  destination: Destination;
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

type Row = Tables['deliveries'];

function queryDeliveries(
  { db }: Store,
  { state, inquiryId, limit }: DeliveryFilters,
  after?: Row,
): Promise<Row[]> {
  // Outage reports have neither.
  const subject = ({ fn }: Pick<ExpressionBuilder<Tables, 'deliveries'>, 'fn'>) =>
    fn.coalesce('inquiryId', 'day', sql.lit(''));
  let query = db
    .selectFrom('deliveries')
    .selectAll()
    .orderBy('nextAttemptAt', 'desc')
    .orderBy(subject, 'desc')
    .orderBy('destination')
    .orderBy('kind');
  if (inquiryId) query = query.where('inquiryId', '=', inquiryId);
  if (state) query = query.where('state', '=', state);
  if (limit !== undefined) query = query.limit(limit);
  if (after) {
    const { nextAttemptAt, destination, kind } = after;
    const lastSubject = after.inquiryId ?? after.day ?? '';
    query = query.where('nextAttemptAt', '<=', nextAttemptAt).where(({ ref, fn }) => {
      const position = sql`(${ref('nextAttemptAt')}, ${subject({ fn })})`;
      const lastPosition = sql`(${nextAttemptAt}, ${lastSubject})`;
      const tieBreak = sql`(${ref('destination')}, ${ref('kind')})`;
      return sql<SqlBool>`(${position} < ${lastPosition}
        or ${position} = ${lastPosition} and ${tieBreak} > (${destination}, ${kind}))`;
    });
  }
  return wrapStoreErrors('The deliveries could not be read', () => query.execute());
}

function toDelivery(row: Row): Delivery {
  const deletedId = getDeletedId(row.kind);
  const kind = deletedId ? 'deleted' : row.kind;
  const inquiryId = deletedId ?? row.inquiryId;
  const { day, destination, state, attempts, redeliveries } = row;
  const { deliveredAt, lastError, nextAttemptAt } = row;
  return {
    kind,
    ...(inquiryId !== null && { inquiryId }),
    ...(day !== null && { day }),
    destination,
    state,
    attempts,
    ...(redeliveries > 0 && { redeliveries }),
    ...(deliveredAt !== null && { deliveredAt }),
    ...(lastError !== null && { lastError }),
    ...(state === 'waiting' && { nextAttemptAt }),
  };
}
