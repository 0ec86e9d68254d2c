import type { Expression, ExpressionBuilder, SqlBool } from 'kysely';
import { keysStartingWith, type SearchKeys, toSearchKey } from './search-keys.ts';
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
export function selectInquiries({ db }: Store, selection: Selection) {
  const { order, limit } = selection;
  const query = db
    .selectFrom('inquiries')
    .select(storedFields)
    .where(conditionsOf(selection))
    .orderBy('receivedAt', order)
    .orderBy('id', order);
  return (limit === undefined ? query : query.limit(limit)).execute();
}

type Builder = ExpressionBuilder<Tables, 'inquiries'>;

const conditionsOf =
  ({ status, search, order, after, ...selection }: Selection) =>
  (builder: Builder) => {
    const { eb, and, refTuple, tuple } = builder;
    const conditions: Expression<SqlBool>[] = [];
    if (status) conditions.push(eb('status', '=', status));
    if (selection.isQualified) conditions.push(isQualified);
    if (search) conditions.push(eb('id', 'in', idsFoundBy(search, builder)));
    if (after) {
      const isAfter = order === 'asc' ? '>' : '<';
      conditions.push(eb(refTuple('receivedAt', 'id'), isAfter, tuple(after.receivedAt, after.id)));
    }
    return and(conditions);
  };

const searchedColumns: [keyof SearchKeys, ...(keyof SearchKeys)[]] = [
  'searchName',
  'searchSurname',
  'searchEmail',
  'searchCompany',
];

/** Finds by the beginning of any key, each by its index. */
function idsFoundBy(search: string, { selectFrom }: Builder) {
  const { from, below } = keysStartingWith(toSearchKey(search));
  const idsBy = (column: keyof SearchKeys) =>
    selectFrom('inquiries').select('id').where(column, '>=', from).where(column, '<', below);
  const [first, ...others] = searchedColumns;
  return others.reduce((ids, column) => ids.unionAll(idsBy(column)), idsBy(first));
}
