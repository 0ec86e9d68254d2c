import { type Expression, type ExpressionBuilder, sql, type SqlBool } from 'kysely';
import { keysStartingWith, type SearchKeys, toSearchKey } from './search-keys.ts';
import { arrivedIn, spansOfArrivals } from './spans-of-arrival.ts';
import type { Store } from './store.ts';
import { storedFields, type StoredInquiry } from './stored-inquiry.ts';
import type { Status, Tables } from './tables.ts';
import { isQualified } from './waiting-for.ts';

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
  limit?: number | undefined;
}

/** The inquiries that are so, ordered by arrival. */
export async function selectInquiries(store: Store, selection: Selection) {
  const { search, order, limit } = selection;
  const spans = search ? await spansOfArrivals(store, selection) : [];
  if (search && spans.length === 0) return [];
  let query = store.db
    .selectFrom('inquiries')
    .select(storedFields)
    .where(search ? foundBy(search, selection, spans, store.kind) : conditionsOf(selection))
    .orderBy('receivedAt', order)
    .orderBy('id', order);
  if (limit !== undefined) query = query.limit(limit);
  return query.execute();
}

type Builder = ExpressionBuilder<Tables, 'inquiries'>;

function conditionsOf(selection: Selection, isSearch = false) {
  const { status, order, after } = selection;
  return ({ eb, and, ref, refTuple, tuple }: Builder) => {
    const conditions: Expression<SqlBool>[] = [];
    if (status) {
      // In a search, no column by itself: the index of statuses would be used, that of keys not.
      conditions.push(eb(isSearch ? sql`${ref('status')} || ''` : 'status', '=', status));
    }
    if (selection.isQualified) conditions.push(isQualified);
    if (after) {
      const isAfter = order === 'asc' ? '>' : '<';
      conditions.push(eb(refTuple('receivedAt', 'id'), isAfter, tuple(after.receivedAt, after.id)));
    }
    return and(conditions);
  };
}

const searchedColumns: (keyof SearchKeys)[] = [
  'searchName',
  'searchSurname',
  'searchEmail',
  'searchCompany',
];

/**
 * Found by the beginning of any key. No more than the first `limit` that one key finds can be among
 * the first of all.
 */
function foundBy(search: string, selection: Selection, spans: string[], kind: Store['kind']) {
  const { order, limit } = selection;
  const { from, below } = keysStartingWith(toSearchKey(search));

  return ({ eb, ref, selectFrom }: Builder) => {
    // By the column itself, SQLite would look at all inquiries in the order of their arrival.
    const arrival = kind === 'sqlite' ? sql`${ref('receivedAt')} || ''` : ref('receivedAt');
    const idsBy = (column: keyof SearchKeys) => {
      const ids = selectFrom('inquiries')
        .select('id')
        .where(arrivedIn(spans))
        .where(column, '>=', from)
        .where(column, '<', below)
        .where(conditionsOf(selection, true));
      const first = ids.orderBy(arrival, order).orderBy('id', order);
      return selectFrom((limit === undefined ? ids : first.limit(limit)).as('found')).select('id');
    };
    const [first, ...others] = searchedColumns.map(idsBy);
    if (!first) throw new Error('There is nothing to search by');
    return eb(
      'id',
      'in',
      others.reduce((all, more) => all.unionAll(more), first),
    );
  };
}
