import { type Expression, type ExpressionBuilder, sql, type SqlBool } from 'kysely';
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
  const lists = await Promise.all(
    Object.values(awaiting)
      .filter((one) => !status || one.status === status)
      .map((one) => readInquiries(store, { ...one, order: 'asc' })),
  );
  const deadline = (inquiry: StoredInquiry) => Date.parse(getDeadline(inquiry)?.at ?? '');
  return lists
    .flat()
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

/** Selects the inquiries that await a review, or a response. */
export const selectAwaiting = ({ db }: Store, kind: Deadline['kind']) =>
  db.selectFrom('inquiries').where(buildCondition(awaiting[kind]));

/** In SQL what `getDeadline` tells of one inquiry. */
const awaiting = {
  review: { status: 'new' },
  response: { status: 'reviewed', isQualified: true },
} as const satisfies Record<Deadline['kind'], Condition>;

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

const pageSize = 500;

/** Streams inquiries by arrival in pages, so that memory is bounded and a slow reader holds no locks. */
async function* streamPages(store: Store, query: InquiryQuery): AsyncGenerator<StoredInquiry[]> {
  for (let { after } = query; ;) {
    const page = await readInquiries(store, { ...query, after, limit: pageSize });
    yield page;
    after = page.at(-1);
    if (page.length < pageSize) return;
  }
}

interface Condition {
  status?: Status | undefined;
  /** Only qualified inquiries. */
  isQualified?: boolean;
  /** Cursor: only inquiries after this one. */
  after?: Arrival | undefined;
}

interface InquiryQuery extends Condition {
  /** By arrival. */
  order: 'asc' | 'desc';
  limit?: number;
}

type Arrival = Pick<StoredInquiry, 'receivedAt' | 'id'>;

const readInquiries = (
  { db }: Store,
  { order, limit, ...condition }: InquiryQuery,
): Promise<StoredInquiry[]> =>
  wrapStoreErrors('The inquiries could not be read', async () => {
    const rows = await db
      .selectFrom('inquiries')
      .selectAll()
      .where(buildCondition(condition, order))
      .orderBy('receivedAt', order)
      .orderBy('id', order)
      .$if(limit !== undefined, (all) => all.limit(limit ?? 0))
      .execute();
    return rows.map(toStoredInquiry);
  });

type Builder = ExpressionBuilder<Tables, 'inquiries'>;
type Order = InquiryQuery['order'];

const buildCondition =
  ({ status, isQualified, after }: Condition, order: Order = 'asc') =>
  (builder: Builder) => {
    const conditions: Expression<SqlBool>[] = [];
    if (after) conditions.push(arrivedAfter(after, order)(builder));
    if (status) conditions.push(builder.eb('status', '=', status));
    // A literal, because SQLite does not use the partial index for a parameter.
    if (isQualified) conditions.push(sql<SqlBool>`qualified = 1`);
    return builder.and(conditions);
  };

/** Selects the inquiries after another one in this order. */
const arrivedAfter =
  ({ receivedAt, id }: Arrival, order: Order) =>
  ({ eb, refTuple, tuple }: Builder) =>
    eb(refTuple('receivedAt', 'id'), order === 'asc' ? '>' : '<', tuple(receivedAt, id));
