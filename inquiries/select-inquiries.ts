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
