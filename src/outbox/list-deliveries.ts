import { type ExpressionBuilder, sql, type SqlBool } from 'kysely';
import { inPages } from '../store/inquiries/paginate.ts';
import { orUnavailable } from '../store/store-errors.ts';
import type { Store } from '../store/store.ts';
import type { DeliveryKind, DeliveryState, Destination, Tables } from '../store/tables.ts';

/** Times are ISO 8601 in UTC. */
export interface Delivery {
  kind: DeliveryKind;
  /** Missing for a digest and for a report about an outage. */
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
export async function listDeliveries(
  store: Store,
  filters: DeliveryFilters = {},
): Promise<Delivery[]> {
  return (await read(store, filters)).map(toDelivery);
}

/** The same one after another; each page is as of the moment it is read. */
export async function* streamDeliveries(
  store: Store,
  { limit, ...filters }: DeliveryFilters = {},
): AsyncGenerator<Delivery> {
  const rows = inPages<Row>(
    (after, length) => read(store, { ...filters, limit: length }, after),
    limit,
  );
  for await (const row of rows) yield toDelivery(row);
}

type Row = Omit<Tables['deliveries'], 'firstAttemptAt' | 'lease' | 'leaseEndsAt' | 'redeliveries'>;

function read(
  { db }: Store,
  { state, inquiryId, limit }: DeliveryFilters,
  after?: Row,
): Promise<Row[]> {
  // A report about an outage has neither.
  const subject = ({ fn }: Pick<ExpressionBuilder<Tables, 'deliveries'>, 'fn'>) =>
    fn.coalesce('inquiryId', 'day', sql.lit(''));
  let query = db
    .selectFrom('deliveries')
    .select(['kind', 'inquiryId', 'day', 'destination', 'state', 'attempts'])
    .select(['nextAttemptAt', 'deliveredAt', 'lastError'])
    .orderBy('nextAttemptAt', 'desc')
    .orderBy(subject, 'desc')
    .orderBy('destination')
    .orderBy('kind');
  if (inquiryId) query = query.where('inquiryId', '=', inquiryId);
  if (state) query = query.where('state', '=', state);
  if (limit !== undefined) query = query.limit(limit);
  if (after) {
    const { nextAttemptAt, destination, kind } = after;
    const about = after.inquiryId ?? after.day ?? '';
    query = query.where('nextAttemptAt', '<=', nextAttemptAt).where(({ ref, fn }) => {
      const place = sql`(${ref('nextAttemptAt')}, ${subject({ fn })})`;
      const lastPlace = sql`(${nextAttemptAt}, ${about})`;
      const way = sql`(${ref('destination')}, ${ref('kind')})`;
      return sql<SqlBool>`(${place} < ${lastPlace}
        or ${place} = ${lastPlace} and ${way} > (${destination}, ${kind}))`;
    });
  }
  return orUnavailable(message, () => query.execute());
}

const toDelivery = ({ nextAttemptAt, ...row }: Row) =>
  Object.fromEntries(
    Object.entries({ ...row, ...(row.state === 'waiting' && { nextAttemptAt }) }).filter(
      ([, value]) => value !== null,
    ),
  ) as unknown as Delivery;
