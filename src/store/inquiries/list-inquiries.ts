import {
  type ExpressionBuilder,
  type Kysely,
  type SelectQueryBuilder,
  sql,
  type SqlBool,
} from 'kysely';
import { type Deadline, getDeadline, slaMs } from '../../inquiry/deadlines.ts';
import { toIso } from '../../inquiry/format-time.ts';
import type { Status } from '../../inquiry/status.ts';
import type { Store } from '../store.ts';
import type { Tables } from '../tables.ts';
import { type HistoryEntry, readHistories } from './read-history.ts';
import { toSearchKey } from './search-keys.ts';
import { type StoredInquiry, type StoredRow, toStoredInquiry } from './stored-inquiry.ts';

export interface ListFilters {
  status?: Status | undefined;
  /** Part of a name (in either order), an e-mail address or a company. */
  search?: string | undefined;
  limit?: number | undefined;
}

/** Lists inquiries, newest first. */
export const listInquiries = (
  store: Store,
  { status, search, limit = Infinity }: ListFilters = {},
): Promise<StoredInquiry[]> => {
  const all = store.db.selectFrom('inquiries').selectAll();
  return collect(status ? all.where('status', '=', status) : all, { search, limit, order: 'desc' });
};

/** Lists inquiries that await a review or response, most urgent first. */
export async function listDue(
  store: Store,
  { status, search, limit = Infinity }: ListFilters = {},
): Promise<StoredInquiry[]> {
  const kinds = deadlineKinds.filter((kind) => !status || status === awaitedIn[kind]);
  const lists = await Promise.all(
    kinds.map((kind) =>
      collect(selectAwaiting(store, kind).selectAll(), { search, limit, order: 'asc' }),
    ),
  );
  return sortByDeadline(lists.flat(), 'asc').slice(0, limit);
}

/** Inquiries with a deadline in a period: their number, and the first of them. */
export interface DueInquiries {
  count: number;
  first: { inquiry: StoredInquiry; due: Deadline }[];
}

interface DuePeriod {
  /** Milliseconds since the epoch. `until` is exclusive. */
  from: number;
  until: number;
  /** By deadline. */
  order: 'asc' | 'desc';
  limit: number;
}

/** Counts the inquiries with a deadline in a period, without suspected spam, and reads the first. */
export async function readDue(store: Store, period: DuePeriod): Promise<DueInquiries> {
  const counts = deadlineKinds.map((kind) =>
    selectDue(store, kind, period)
      .select(({ fn }) => fn.countAll().as('count'))
      .executeTakeFirstOrThrow(),
  );
  const count = (await Promise.all(counts)).reduce((sum, row) => sum + Number(row.count), 0);
  return { count, first: await readFirstDue(store, period) };
}

/** Reads the first inquiries with a deadline in a period. */
export async function readFirstDue(
  store: Store,
  period: DuePeriod,
): Promise<DueInquiries['first']> {
  const { order, limit } = period;
  const lists = deadlineKinds.map((kind) =>
    selectDue(store, kind, period)
      .selectAll()
      .orderBy('receivedAt', order)
      .orderBy('id', order)
      .limit(limit)
      .execute(),
  );
  const first = (await Promise.all(lists)).flat().map(toStoredInquiry);
  return sortByDeadline(first, order)
    .slice(0, limit)
    .map((inquiry) => ({ inquiry, due: getDeadline(inquiry) as Deadline }));
}

const selectDue = (store: Store, kind: Deadline['kind'], { from, until }: DuePeriod) =>
  selectAwaiting(store, kind)
    // A qualified inquiry is not suspected any more.
    .$if(kind === 'review', (review) => review.where('suspectedSpam', 'is', null))
    .where('receivedAt', '>=', toIso(from - slaMs[kind]))
    .where('receivedAt', '<', toIso(until - slaMs[kind]));

/** Suspected spam that nobody has judged: its number, and the newest of it. */
export interface Suspected {
  count: number;
  first: StoredInquiry[];
}

/** Selects the suspected spam that arrived until a time (ISO 8601), and that nobody has judged. */
export const selectSuspected = (db: Kysely<Tables>, until: string) =>
  db
    .selectFrom('inquiries')
    .where('status', '=', 'new')
    .where('suspectedSpam', 'is not', null)
    .where('receivedAt', '<=', until);

/** Reads the suspected spam until a time (ISO 8601). */
export async function readSuspected(
  { db }: Pick<Store, 'db'>,
  until: string,
  limit: number,
): Promise<Suspected> {
  const suspected = selectSuspected(db, until);
  const { count } = await suspected
    .select(({ fn }) => fn.countAll().as('count'))
    .executeTakeFirstOrThrow();
  const newest = suspected.selectAll().orderBy('receivedAt', 'desc').orderBy('id', 'desc');
  const rows = await newest.limit(limit).execute();
  return { count: Number(count), first: rows.map(toStoredInquiry) };
}

const deadlineKinds = ['review', 'response'] as const;
const awaitedIn = { review: 'new', response: 'reviewed' } as const;

function sortByDeadline(inquiries: StoredInquiry[], order: 'asc' | 'desc') {
  const deadline = (inquiry: StoredInquiry) => Date.parse(getDeadline(inquiry)?.at ?? '');
  const sign = order === 'asc' ? 1 : -1;
  return inquiries.sort((one, other) => sign * (deadline(one) - deadline(other)));
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
    .where('status', '=', awaitedIn[kind])
    // A literal, because SQLite does not use the partial index for a parameter.
    .$if(kind === 'response', (reviewed) => reviewed.where(sql<SqlBool>`qualified = 1`));

/** Counts all inquiries. */
export async function countAll({ db }: Store): Promise<number> {
  const query = db.selectFrom('inquiries').select(({ fn }) => fn.countAll().as('count'));
  return Number((await query.executeTakeFirstOrThrow()).count);
}

/**
 * Streams the inquiries that arrived since a time or date (ISO 8601; default: all) with their status
 * changes, oldest first.
 */
export async function* streamWithHistory(
  store: Store,
  since = '',
): AsyncGenerator<StoredInquiry & { history: HistoryEntry[] }> {
  const after = { receivedAt: since, id: '' };
  const all = store.db.selectFrom('inquiries').selectAll();
  for await (const page of streamPages(all, { order: 'asc', after })) {
    const histories = await readHistories(
      store,
      page.map(({ id }) => id),
    );
    yield* page.map((one) => ({ ...one, history: histories.get(one.id) ?? [] }));
  }
}

const pageSize = 500;

type Arrival = Pick<StoredInquiry, 'receivedAt' | 'id'>;

interface PageOptions {
  /** By arrival. */
  order: 'asc' | 'desc';
  /** Only inquiries after this one. */
  after?: Arrival;
  size?: number;
}

type InquiryQuery = SelectQueryBuilder<Tables, 'inquiries', StoredRow>;

/** Streams inquiries by arrival in pages, so that memory is bounded and a slow reader holds no locks. */
async function* streamPages(
  query: InquiryQuery,
  { order, after, size = pageSize }: PageOptions,
): AsyncGenerator<StoredInquiry[]> {
  const ordered = query.orderBy('receivedAt', order).orderBy('id', order).limit(size);
  for (let last: Arrival | undefined = after; ;) {
    const page = last ? ordered.where(arrivedAfter(last, order)) : ordered;
    const rows = await page.execute();
    yield rows.map(toStoredInquiry);
    last = rows.at(-1);
    if (rows.length < size) return;
  }
}

/** Reads the inquiries that match a search, up to a limit. */
async function collect(
  query: InquiryQuery,
  { search = '', limit, order }: { search: string | undefined; limit: number } & PageOptions,
): Promise<StoredInquiry[]> {
  const found: StoredInquiry[] = [];
  const size = search ? pageSize : Math.min(limit, pageSize);
  for await (const page of streamPages(query, { order, size })) {
    found.push(...page.filter(createMatcher(search)));
    if (found.length >= limit) break;
  }
  return found.slice(0, limit);
}

/** Selects the inquiries after another one in this order. */
const arrivedAfter =
  ({ receivedAt, id }: Arrival, order: PageOptions['order']) =>
  ({ eb, refTuple, tuple }: ExpressionBuilder<Tables, 'inquiries'>) =>
    eb(refTuple('receivedAt', 'id'), order === 'asc' ? '>' : '<', tuple(receivedAt, id));
