import type { Expression, ExpressionBuilder, SqlBool } from 'kysely';
import { dueAt } from '../../inquiry/deadlines.ts';
import type { Status } from '../../inquiry/transition.ts';
import { orUnavailable } from '../store-errors.ts';
import type { Store } from '../store.ts';
import type { Tables } from '../tables.ts';
import { isQualified } from './is-awaiting.ts';
import { inPages } from './paginate.ts';
import { keysStartingWith, toSearchKey } from './search-keys.ts';
import { storedFields, type StoredInquiry, toStoredInquiry } from './stored-inquiry.ts';

export interface ListFilters {
  status?: Status | undefined;
  /** What a name, in either order, an e-mail address or a company starts with. */
  search?: string | undefined;
  limit?: number | undefined;
}

/** The newest first. Throws `StoreUnavailable`. */
export const listInquiries = (store: Store, filters: ListFilters = {}): Promise<StoredInquiry[]> =>
  Array.fromAsync(streamNewest(store, filters));

/** The same one after another; each page is as of the moment it is read. */
export const streamNewest = (
  store: Store,
  { limit, ...filters }: ListFilters = {},
): AsyncGenerator<StoredInquiry> => stream(store, { ...filters, order: 'desc' }, limit);

/** What waits for a review or a response, what is due soonest first. Throws `StoreUnavailable`. */
export async function* streamDue(
  store: Store,
  { status, search, limit = Infinity }: ListFilters = {},
): AsyncGenerator<StoredInquiry> {
  let left = limit;
  const waiting = [{ status: 'new' }, { status: 'reviewed', isQualified: true }] as const;
  const sources = waiting
    .filter((one) => !status || one.status === status)
    .map((one) => stream(store, { ...one, search, order: 'asc' }, limit));
  for await (const inquiry of soonestFirst(sources)) {
    yield inquiry;
    if (--left === 0) return;
  }
}

const stream = (store: Store, selection: Omit<Selection, 'limit'>, limit?: number) =>
  inPages<StoredInquiry>(
    (after, length) =>
      orUnavailable('The inquiries could not be read', async () => {
        const rows = await selectInquiries(store, { ...selection, after, limit: length });
        return rows.map(toStoredInquiry);
      }),
    limit,
  );

/** Merges what is in the order of its deadlines already. */
async function* soonestFirst(sources: AsyncGenerator<StoredInquiry>[]) {
  const heads = await Promise.all(sources.map(takeFrom));
  for (;;) {
    const [soonest] = heads
      .filter(({ inquiry }) => inquiry)
      .sort((one, other) => (one.at < other.at ? -1 : 1));
    if (!soonest?.inquiry) return;
    yield soonest.inquiry;
    Object.assign(soonest, await takeFrom(soonest.source));
  }
}

/** The next one, until there is none, and when it is due. */
async function takeFrom(source: AsyncGenerator<StoredInquiry>) {
  const inquiry: StoredInquiry | undefined = (await source.next()).value;
  return { source, inquiry, at: (inquiry && dueAt(inquiry)?.at) ?? '' };
}

export interface Selection {
  status?: Status | undefined;
  /** Only those judged to be qualified. */
  isQualified?: boolean;
  /** What a name, in either order, an e-mail address or a company starts with. */
  search?: string | undefined;
  /** By arrival. */
  order: 'asc' | 'desc';
  /** Only what follows this one, in that order. */
  after?: Pick<StoredInquiry, 'receivedAt' | 'id'> | undefined;
  limit: number;
}

/** The inquiries that are so, ordered by arrival. */
export function selectInquiries({ db }: Store, selection: Selection) {
  const { order, limit } = selection;
  return db
    .selectFrom('inquiries')
    .select(storedFields)
    .where(conditionsOf(selection))
    .orderBy('receivedAt', order)
    .orderBy('id', order)
    .limit(limit)
    .execute();
}

type Builder = ExpressionBuilder<Tables, 'inquiries'>;

const conditionsOf = (selection: Selection) => (builder: Builder) => {
  const { status, search } = selection;
  const conditions: Expression<SqlBool>[] = [follows(selection, builder)];
  if (status) conditions.push(builder.eb('status', '=', status));
  if (selection.isQualified) conditions.push(isQualified);
  if (search) conditions.push(isFoundBy(search, selection, builder));
  return builder.and(conditions);
};

const follows = ({ order, after }: Selection, { eb, and, refTuple, tuple }: Builder) =>
  after
    ? eb(
        refTuple('receivedAt', 'id'),
        order === 'asc' ? '>' : '<',
        tuple(after.receivedAt, after.id),
      )
    : and([]);

const searchedColumns = ['searchName', 'searchSurname', 'searchEmail', 'searchCompany'] as const;

/** One of the search keys starts with `search`; each key has an index. */
function isFoundBy(
  search: string,
  { status, after }: Selection,
  { eb, or, and, selectFrom }: Builder,
) {
  const { from, below } = keysStartingWith(toSearchKey(search));
  const found = or(
    searchedColumns.map((column) => and([eb(column, '>=', from), eb(column, '<', below)])),
  );
  // With the plain condition, SQLite would read all inquiries of the status, or of the pages to come.
  return status || after
    ? eb('id', 'in', selectFrom('inquiries').select('id').where(found))
    : found;
}
