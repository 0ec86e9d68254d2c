import type { ExpressionBuilder } from 'kysely';
import { dueAt } from './deadlines.ts';
import { keysStartingWith, type SearchKeys, toSearchKey } from './search-keys.ts';
import { orUnavailable } from './store-unavailable.ts';
import type { Store } from './store.ts';
import { storedFields, type StoredInquiry, toStoredInquiry } from './stored-inquiry.ts';
import type { Status, Tables } from './tables.ts';
import { waitingFor } from './waiting-for.ts';

export interface ListFilters {
  status?: Status | undefined;
  /** What a name, in either order, an e-mail address or a company starts with. */
  search?: string | undefined;
  limit?: number | undefined;
}

/** The newest first; all of them without `limit`. Throws `StoreUnavailable`. */
export function listInquiries(
  { db }: Store,
  { status, search, limit }: ListFilters = {},
): Promise<StoredInquiry[]> {
  let query = db
    .selectFrom('inquiries')
    .select(storedFields)
    .orderBy('receivedAt', 'desc')
    .orderBy('id', 'desc');
  if (status) query = query.where('status', '=', status);
  // No more than these few can be among the newest of all matches, unless others are left out.
  if (search) query = query.where(foundBy(search, status ? undefined : limit));
  if (limit !== undefined) query = query.limit(limit);
  return read(query);
}

/** What waits for a review or a response, what is due soonest first. Throws `StoreUnavailable`. */
export async function listDue(
  { db }: Store,
  { status, search, limit }: ListFilters = {},
): Promise<StoredInquiry[]> {
  let query = db.selectFrom('inquiries').select(storedFields).orderBy('receivedAt').orderBy('id');
  if (search) query = query.where(foundBy(search));
  if (limit !== undefined) query = query.limit(limit);

  const [forReview, forResponse] = await Promise.all([
    !status || status === 'new' ? read(query.where(waitingFor('review'))) : [],
    !status || status === 'reviewed' ? read(query.where(waitingFor('response'))) : [],
  ]);
  return [...forReview, ...forResponse]
    .map((inquiry) => ({ inquiry, at: dueAt(inquiry)?.at ?? '' }))
    .sort((a, b) => (a.at < b.at ? -1 : Number(a.at > b.at)))
    .map(({ inquiry }) => inquiry)
    .slice(0, limit);
}

const searchedColumns: (keyof SearchKeys)[] = [
  'searchName',
  'searchSurname',
  'searchEmail',
  'searchCompany',
];

/** Found by the beginning of any key; of those that one key finds, the newest `limit`. */
function foundBy(search: string, limit?: number) {
  const { from, below } = keysStartingWith(toSearchKey(search));

  return ({ eb, selectFrom }: ExpressionBuilder<Tables, 'inquiries'>) => {
    const idsBy = (column: keyof SearchKeys) => {
      const ids = selectFrom('inquiries')
        .select('id')
        .where(column, '>=', from)
        .where(column, '<', below);
      const newest = ids.orderBy('receivedAt', 'desc').orderBy('id', 'desc');
      return selectFrom((limit === undefined ? ids : newest.limit(limit)).as('found')).select('id');
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

interface Query {
  execute(): Promise<Parameters<typeof toStoredInquiry>[0][]>;
}

const read = (query: Query) =>
  orUnavailable('The inquiries could not be read', async () =>
    (await query.execute()).map(toStoredInquiry),
  );
