import type { Expression, ExpressionBuilder, SqlBool } from 'kysely';
import { dueAt } from './deadlines.ts';
import { inPages } from './in-pages.ts';
import { keysStartingWith, type SearchKeys, toSearchKey } from './search-keys.ts';
import { orUnavailable } from './store-unavailable.ts';
import type { Store } from './store.ts';
import { storedFields, type StoredInquiry, toStoredInquiry } from './stored-inquiry.ts';
import type { Status, Tables } from './tables.ts';
import { isQualified } from './waiting-for.ts';

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
  if (search) conditions.push(builder.eb('id', 'in', idsFoundBy(search, selection, builder)));
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

const searchedColumns: [keyof SearchKeys, ...(keyof SearchKeys)[]] = [
  'searchName',
  'searchSurname',
  'searchEmail',
  'searchCompany',
];

/**
 * Finds by the beginning of any key, each by its index. Without other conditions, no more than the
 * first `limit` that one key finds can be among the first of all.
 */
function idsFoundBy(search: string, selection: Selection, { selectFrom }: Builder) {
  const { status, isQualified, order, limit } = selection;
  const { from, below } = keysStartingWith(toSearchKey(search));
  const idsBy = (column: keyof SearchKeys) => {
    const ids = selectFrom('inquiries')
      .select('id')
      .where(column, '>=', from)
      .where(column, '<', below);
    if (status || isQualified) return ids;
    const first = ids
      .where((builder) => follows(selection, builder))
      .orderBy('receivedAt', order)
      .orderBy('id', order)
      .limit(limit);
    return selectFrom(first.as('found')).select('id');
  };
  const [column, ...others] = searchedColumns;
  return others.reduce((ids, other) => ids.unionAll(idsBy(other)), idsBy(column));
}
