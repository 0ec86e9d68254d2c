import { type ExpressionBuilder, sql, type SqlBool } from 'kysely';
import { type Deadline, getDeadline } from '../../inquiry/deadlines.ts';
import type { Status } from '../../inquiry/status.ts';
import { wrapStoreErrors } from '../store-errors.ts';
import type { Store } from '../store.ts';
import type { Tables } from '../tables.ts';
import { type HistoryEntry, readHistories } from './read-history.ts';
import { toSearchKey } from './search-keys.ts';
import { type StoredInquiry, toStoredInquiry } from './stored-inquiry.ts';

export interface ListFilters {
  status?: Status | undefined;
  /** Part of a name (in either order), an e-mail address or a company. */
  search?: string | undefined;
  limit?: number | undefined;
}

/** Lists inquiries, newest first. Throws `StoreUnavailable`. */
export async function listInquiries(
  store: Store,
  { status, search = '', limit = Infinity }: ListFilters = {},
): Promise<StoredInquiry[]> {
  const found: StoredInquiry[] = [];
  for await (const page of streamPages(store, { status, order: 'desc' })) {
    found.push(...page.filter(createMatcher(search)));
    if (found.length >= limit) break;
  }
  return found.slice(0, limit);
}

/** Lists inquiries that await a review or response, most urgent first. Throws `StoreUnavailable`. */
export async function listDue(
  store: Store,
  { status, search = '', limit }: ListFilters = {},
): Promise<StoredInquiry[]> {
  const read = (kind: Deadline['kind']) =>
    selectAwaiting(store, kind).selectAll().orderBy('receivedAt').orderBy('id').execute();
  const lists = await wrapStoreErrors(readFailure, () =>
    Promise.all([read('review'), read('response')]),
  );
  const deadline = (inquiry: StoredInquiry) => Date.parse(getDeadline(inquiry)?.at ?? '');
  return lists
    .flat()
    .map(toStoredInquiry)
    .filter((inquiry) => !status || inquiry.status === status)
    .filter(createMatcher(search))
    .sort((one, other) => deadline(one) - deadline(other))
    .slice(0, limit);
}

/** Creates a filter that ignores case, accents and repeated spaces. */
function createMatcher(search: string) {
  const wanted = toSearchKey(search);
  return ({ firstName, lastName, email, company }: StoredInquiry) =>
    [`${firstName} ${lastName}`, `${lastName} ${firstName}`, email, company].some((text) =>
      toSearchKey(text).includes(wanted),
    );
}

/** Selects the inquiries that await a review, or a response: in SQL what `getDeadline` tells of one. */
export const selectAwaiting = ({ db }: Store, kind: Deadline['kind']) =>
  db
    .selectFrom('inquiries')
    .where('status', '=', kind === 'review' ? 'new' : 'reviewed')
    // A literal, because SQLite does not use the partial index for a parameter.
    .$if(kind === 'response', (reviewed) => reviewed.where(sql<SqlBool>`qualified = 1`));

/**
 * Streams the inquiries that arrived since a time or date (ISO 8601; default: all) with their status
 * changes, oldest first. Throws `StoreUnavailable`.
 */
export async function* streamWithHistory(
  store: Store,
  since = '',
): AsyncGenerator<StoredInquiry & { history: HistoryEntry[] }> {
  const after = { receivedAt: since, id: '' };
  for await (const page of streamPages(store, { order: 'asc', after })) {
    const histories = await readHistories(
      store,
      page.map(({ id }) => id),
    );
    yield* page.map((one) => ({ ...one, history: histories.get(one.id) ?? [] }));
  }
}

const readFailure = 'The inquiries could not be read';
const pageSize = 500;

type Arrival = Pick<StoredInquiry, 'receivedAt' | 'id'>;

interface PageOptions {
  status?: Status | undefined;
  /** By arrival. */
  order: 'asc' | 'desc';
  /** Only inquiries after this one. */
  after?: Arrival;
}

/** Streams inquiries by arrival in pages, so that memory is bounded and a slow reader holds no locks. */
async function* streamPages(
  { db }: Store,
  { status, order, after }: PageOptions,
): AsyncGenerator<StoredInquiry[]> {
  const query = db
    .selectFrom('inquiries')
    .selectAll()
    .$if(status !== undefined, (all) => all.where('status', '=', status as Status))
    .orderBy('receivedAt', order)
    .orderBy('id', order)
    .limit(pageSize);
  for (let last: Arrival | undefined = after; ;) {
    const page = last ? query.where(arrivedAfter(last, order)) : query;
    const rows = await wrapStoreErrors(readFailure, () => page.execute());
    yield rows.map(toStoredInquiry);
    last = rows.at(-1);
    if (rows.length < pageSize) return;
  }
}

/** Selects the inquiries after another one in this order. */
const arrivedAfter =
  ({ receivedAt, id }: Arrival, order: PageOptions['order']) =>
  ({ eb, refTuple, tuple }: ExpressionBuilder<Tables, 'inquiries'>) =>
    eb(refTuple('receivedAt', 'id'), order === 'asc' ? '>' : '<', tuple(receivedAt, id));
