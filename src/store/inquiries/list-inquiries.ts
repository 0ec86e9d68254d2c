import type { Expression, ExpressionBuilder, SqlBool } from 'kysely';
import { getDeadline } from '../../inquiry/deadlines.ts';
import type { Status } from '../../inquiry/transition.ts';
import { wrapStoreErrors } from '../store-errors.ts';
import type { Store } from '../store.ts';
import type { Tables } from '../tables.ts';
import { isQualified } from './is-awaiting.ts';
import { paginate } from './paginate.ts';
import { toPrefixRange, toSearchKey } from './search-keys.ts';
import { storedFields, type StoredInquiry, toStoredInquiry } from './stored-inquiry.ts';

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
): AsyncGenerator<StoredInquiry> => streamPages(store, { ...filters, order: 'desc' }, limit);

/** Streams inquiries that await a review or response, most urgent first. Throws `StoreUnavailable`. */
export async function* streamDue(
  store: Store,
  { status, search, limit = Infinity }: ListFilters = {},
): AsyncGenerator<StoredInquiry> {
  let remaining = limit;
  const awaiting = [{ status: 'new' }, { status: 'reviewed', isQualified: true }] as const;
  const sources = awaiting
    .filter((one) => !status || one.status === status)
    .map((one) => streamPages(store, { ...one, search, order: 'asc' }, limit));
  for await (const inquiry of mergeByDeadline(sources)) {
    yield inquiry;
    if (--remaining === 0) return;
  }
}

const streamPages = (store: Store, query: Omit<InquiryQuery, 'limit'>, limit?: number) =>
  paginate<StoredInquiry>(
    (after, length) =>
      wrapStoreErrors('The inquiries could not be read', async () => {
        const rows = await selectInquiries(store, { ...query, after, limit: length });
        return rows.map(toStoredInquiry);
      }),
    limit,
  );

/** Merges sources that are sorted by deadline. */
async function* mergeByDeadline(sources: AsyncGenerator<StoredInquiry>[]) {
  const heads = await Promise.all(sources.map(readNext));
  for (;;) {
    const [soonest] = heads
      .filter(({ inquiry }) => inquiry)
      .sort((one, other) => (one.at < other.at ? -1 : 1));
    if (!soonest?.inquiry) return;
    yield soonest.inquiry;
    Object.assign(soonest, await readNext(soonest.source));
  }
}

/** Reads the next inquiry, if any, and its deadline. */
async function readNext(source: AsyncGenerator<StoredInquiry>) {
  const inquiry: StoredInquiry | undefined = (await source.next()).value;
  return { source, inquiry, at: (inquiry && getDeadline(inquiry)?.at) ?? '' };
}

export interface InquiryQuery {
  status?: Status | undefined;
  /** Only qualified inquiries. */
  isQualified?: boolean;
  /** Prefix of a name (in either order), an e-mail address or a company. */
  search?: string | undefined;
  /** By arrival. */
  order: 'asc' | 'desc';
  /** Cursor: only inquiries after this one. */
  after?: Pick<StoredInquiry, 'receivedAt' | 'id'> | undefined;
  limit: number;
}

/** Selects matching inquiries, ordered by arrival. */
export function selectInquiries({ db }: Store, query: InquiryQuery) {
  const { order, limit } = query;
  return db
    .selectFrom('inquiries')
    .select(storedFields)
    .where(buildCondition(query))
    .orderBy('receivedAt', order)
    .orderBy('id', order)
    .limit(limit)
    .execute();
}

type Builder = ExpressionBuilder<Tables, 'inquiries'>;

const buildCondition = (query: InquiryQuery) => (builder: Builder) => {
  const { status, search } = query;
  const conditions: Expression<SqlBool>[] = [cursorCondition(query, builder)];
  if (status) conditions.push(builder.eb('status', '=', status));
  if (query.isQualified) conditions.push(isQualified);
  if (search) conditions.push(searchCondition(search, query, builder));
  return builder.and(conditions);
};

const cursorCondition = ({ order, after }: InquiryQuery, { eb, and, refTuple, tuple }: Builder) =>
  after
    ? eb(
        refTuple('receivedAt', 'id'),
        order === 'asc' ? '>' : '<',
        tuple(after.receivedAt, after.id),
      )
    : and([]);

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
