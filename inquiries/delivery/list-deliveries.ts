import { type ExpressionBuilder, sql, type SqlBool } from 'kysely';
import { orUnavailable } from '../store-unavailable.ts';
import type { Store } from '../store.ts';
import type { DeliveryKind, DeliveryState, Destination, Tables } from '../tables.ts';

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
const longestPage = 1000;

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
  filters: DeliveryFilters = {},
): AsyncGenerator<Delivery> {
  let left = filters.limit ?? Infinity;
  const limit = Math.min(left, longestPage);
  let after: Row | undefined;
  do {
    const page: Row[] = await read(store, { ...filters, limit }, after);
    for (const row of page) {
      yield toDelivery(row);
      if (--left === 0) return;
    }
    after = page.length === limit ? page.at(-1) : undefined;
  } while (after);
}

type Row = Omit<Tables['deliveries'], 'firstAttemptAt' | 'lease' | 'leaseEndsAt'>;

function read(
  { db }: Store,
  { state, inquiryId, limit }: DeliveryFilters,
  after?: Row,
): Promise<Row[]> {
  // Every delivery is about one of the two.
  const subject = ({ fn }: Pick<ExpressionBuilder<Tables, 'deliveries'>, 'fn'>) =>
    fn.coalesce('inquiryId', 'day');
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
