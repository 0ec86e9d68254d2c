import { type Expression, type ExpressionBuilder, sql, type SqlBool } from 'kysely';
import { type Deadline, getDeadline } from '../../inquiry/deadlines.ts';
import type { Status } from '../../inquiry/status.ts';
import { wrapStoreErrors } from '../store-errors.ts';
import type { Store } from '../store.ts';
import type { Tables } from '../tables.ts';
import { type HistoryEntry, readHistories } from './read-history.ts';
import { toPrefixRange, toSearchKey } from './search-keys.ts';
import { type StoredInquiry, toStoredInquiry } from './stored-inquiry.ts';

export interface ListFilters {
  status?: Status | undefined;
  /** Prefix of a name (in either order), an e-mail address or a company. */
  search?: string | undefined;
  limit?: number | undefined;
}

/** Lists inquiries, newest first. Throws `StoreUnavailable`. */
export const listInquiries = (store: Store, filters: ListFilters = {}): Promise<StoredInquiry[]> =>
  Array.fromAsync(streamNewest(store, filters));

/** Streams inquiries, newest first, a page at a time. Throws `StoreUnavailable`. */
export const streamNewest = (
  store: Store,
  { limit, ...filters }: ListFilters = {},
): AsyncGenerator<StoredInquiry> =>
  paginate(
    (after, length) => readPage(store, { ...filters, order: 'desc', after, limit: length }),
    limit,
  );

/** Lists inquiries that await a review or response, most urgent first. Throws `StoreUnavailable`. */
export async function listDue(
  store: Store,
  { status, search, limit }: ListFilters = {},
): Promise<StoredInquiry[]> {
  const lists = await Promise.all(
    Object.values(awaiting)
      .filter((one) => !status || one.status === status)
      .map((one) => readPage(store, { ...one, search, limit })),
  );
  const deadline = (inquiry: StoredInquiry) => Date.parse(getDeadline(inquiry)?.at ?? '');
  return lists
    .flat()
    .sort((one, other) => deadline(one) - deadline(other))
    .slice(0, limit);
}

/** Selects the inquiries that await a review, or a response. */
export const selectAwaiting = ({ db }: Store, kind: Deadline['kind']) =>
  db.selectFrom('inquiries').where(buildCondition(awaiting[kind]));

/** In SQL what `getDeadline` tells of one inquiry. */
const awaiting = {
  review: { status: 'new', order: 'asc' },
  response: { status: 'reviewed', isQualified: true, order: 'asc' },
} as const satisfies Record<Deadline['kind'], InquiryQuery>;

/**
 * Streams the inquiries that arrived since a time or date (ISO 8601; default: all) with their status
 * changes, oldest first. Throws `StoreUnavailable`.
 */
export const streamWithHistory = (
  store: Store,
  since = '',
): AsyncGenerator<StoredInquiry & { history: HistoryEntry[] }> =>
  paginate(async (after: Arrival = { receivedAt: since, id: '' }, limit) => {
    const inquiries = await readPage(store, { order: 'asc', after, limit });
    const histories = await readHistories(
      store,
      inquiries.map(({ id }) => id),
    );
    return inquiries.map((one) => ({ ...one, history: histories.get(one.id) ?? [] }));
  });

const pageSize = 500;

/**
 * Streams up to `limit` rows a page at a time, so that memory is bounded and a slow reader holds no
 * locks. `readPage` takes the last row of the previous page and the maximum number of rows.
 */
async function* paginate<Row extends Cursor, Cursor = Row>(
  readPage: (after: Cursor | undefined, limit: number) => Promise<Row[]>,
  limit = Infinity,
): AsyncGenerator<Row> {
  let after: Cursor | undefined;
  for (let remaining = limit; remaining > 0; remaining -= pageSize) {
    const length = Math.min(remaining, pageSize);
    const page = await readPage(after, length);
    yield* page;
    after = page.at(-1);
    if (page.length < length) return;
  }
}

const readPage = (store: Store, query: InquiryQuery): Promise<StoredInquiry[]> =>
  wrapStoreErrors('The inquiries could not be read', async () =>
    (await selectInquiries(store, query)).map(toStoredInquiry),
  );

export interface InquiryQuery {
  status?: Status | undefined;
  /** Only qualified inquiries. */
  isQualified?: boolean;
  search?: ListFilters['search'];
  /** By arrival. */
  order: 'asc' | 'desc';
  /** Cursor: only inquiries after this one. */
  after?: Arrival | undefined;
  limit?: number | undefined;
}

export type Arrival = Pick<StoredInquiry, 'receivedAt' | 'id'>;

/** Selects matching inquiries, ordered by arrival. */
export const selectInquiries = ({ db }: Store, query: InquiryQuery) =>
  db
    .selectFrom('inquiries')
    .selectAll()
    .where(buildCondition(query))
    .orderBy('receivedAt', query.order)
    .orderBy('id', query.order)
    .$if(query.limit !== undefined, (all) => all.limit(query.limit ?? 0))
    .execute();

type Builder = ExpressionBuilder<Tables, 'inquiries'>;

const buildCondition = (query: InquiryQuery) => (builder: Builder) => {
  const { status, search, after, order } = query;
  const conditions: Expression<SqlBool>[] = [];
  if (after) conditions.push(arrivedAfter(after, order)(builder));
  if (status) conditions.push(builder.eb('status', '=', status));
  if (query.isQualified) conditions.push(isQualified);
  if (search) conditions.push(searchCondition(search, query, builder));
  return builder.and(conditions);
};

/** Selects the inquiries after another one in this order. */
export const arrivedAfter =
  ({ receivedAt, id }: Arrival, order: InquiryQuery['order']) =>
  ({ eb, refTuple, tuple }: Builder) =>
    eb(refTuple('receivedAt', 'id'), order === 'asc' ? '>' : '<', tuple(receivedAt, id));

const searchColumns = ['searchName', 'searchSurname', 'searchEmail', 'searchCompany'] as const;

/** Matches inquiries with a search key that starts with `search`; each key has an index. */
function searchCondition(
  search: string,
  { status, after }: InquiryQuery,
  { eb, or, and, selectFrom }: Builder,
) {
  const { from, below } = toPrefixRange(toSearchKey(search));
  const found = or(
    searchColumns.map((column) => and([eb(column, '>=', from), eb(column, '<', below)])),
  );
  // With the plain condition, SQLite would scan by status or arrival instead.
  return status || after
    ? eb('id', 'in', selectFrom('inquiries').select('id').where(found))
    : found;
}

/** A literal, because SQLite does not use the partial index for a parameter. */
const isQualified = sql<SqlBool>`qualified = 1`;
