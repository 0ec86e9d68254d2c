import { type Kysely, type SelectQueryBuilder, sql, type SqlBool } from 'kysely';
import { type Deadline, getDeadline, slaMs } from '../../inquiry/deadlines.ts';
import { toIso } from '../../inquiry/format-time.ts';
import type { Status } from '../../inquiry/status.ts';
import { countRows } from '../count-rows.ts';
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
export function listInquiries({ db }: Store, filters: ListFilters = {}): Promise<StoredInquiry[]> {
  const { status } = filters;
  const all = db.selectFrom('inquiries').selectAll();
  return findMatches(status ? all.where('status', '=', status) : all, 'desc', filters);
}

/** Lists inquiries that await a review or response, most urgent first. */
export async function listDue(store: Store, filters: ListFilters = {}): Promise<StoredInquiry[]> {
  const lists = deadlineKinds
    .filter((kind) => !filters.status || filters.status === awaitedIn[kind])
    .map((kind) => findMatches(selectAwaiting(store, kind).selectAll(), 'asc', filters));
  return sortByDeadline((await Promise.all(lists)).flat(), 'asc').slice(0, filters.limit);
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
  order: Order;
  limit: number;
}

/** Counts the inquiries with a deadline in a period, without suspected spam, and reads the first. */
export async function readDue(
  store: Store,
  { from, until, order, limit }: DuePeriod,
): Promise<DueInquiries> {
  const lists = deadlineKinds.map(async (kind) => {
    const due = selectAwaiting(store, kind)
      // A qualified inquiry is not suspected any more.
      .$if(kind === 'review', (review) => review.where('suspectedSpam', 'is', null))
      .where('receivedAt', '>=', toIso(from - slaMs[kind]))
      .where('receivedAt', '<', toIso(until - slaMs[kind]));
    const first = due.selectAll().orderBy('receivedAt', order).orderBy('id', order).limit(limit);
    return { count: await countRows(due), rows: await first.execute() };
  });
  const due = await Promise.all(lists);
  const first = due.flatMap(({ rows }) => rows.map(toStoredInquiry));
  return {
    count: due.reduce((sum, { count }) => sum + count, 0),
    first: sortByDeadline(first, order)
      .slice(0, limit)
      .map((inquiry) => ({ inquiry, due: getDeadline(inquiry) as Deadline })),
  };
}

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
  const newest = suspected.selectAll().orderBy('receivedAt', 'desc').orderBy('id', 'desc');
  const rows = await newest.limit(limit).execute();
  return { count: await countRows(suspected), first: rows.map(toStoredInquiry) };
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

/**
 * Streams the inquiries that arrived since a time or date (ISO 8601; default: all) with their status
 * changes, oldest first.
 */
export async function* streamWithHistory(
  store: Store,
  since = '',
): AsyncGenerator<StoredInquiry & { history: HistoryEntry[] }> {
  const all = store.db.selectFrom('inquiries').selectAll();
  for await (const page of streamPages(all, 'asc', { since })) {
    const histories = await readHistories(
      store,
      page.map(({ id }) => id),
    );
    yield* page.map((one) => ({ ...one, history: histories.get(one.id) ?? [] }));
  }
}

const pageSize = 500;

/** By arrival. */
type Order = 'asc' | 'desc';
type InquiryQuery = SelectQueryBuilder<Tables, 'inquiries', StoredRow>;

/** Streams inquiries by arrival in pages, so that memory is bounded and a slow reader holds no locks. */
async function* streamPages(
  query: InquiryQuery,
  order: Order,
  { since = '', size = pageSize }: { since?: string; size?: number },
): AsyncGenerator<StoredInquiry[]> {
  const ordered = query.orderBy('receivedAt', order).orderBy('id', order).limit(size);
  // Sorts before or after every arrival.
  let last: Pick<StoredRow, 'receivedAt' | 'id'> | undefined = {
    receivedAt: order === 'asc' ? since : '~',
    id: '',
  };
  while (last) {
    const { receivedAt, id } = last;
    const rows: StoredRow[] = await ordered
      .where(({ eb, refTuple, tuple }) =>
        eb(refTuple('receivedAt', 'id'), order === 'asc' ? '>' : '<', tuple(receivedAt, id)),
      )
      .execute();
    yield rows.map(toStoredInquiry);
    last = rows[size - 1];
  }
}

/** Reads the inquiries that match a search, up to a limit. */
async function findMatches(
  query: InquiryQuery,
  order: Order,
  { search, limit = Infinity }: ListFilters,
): Promise<StoredInquiry[]> {
  const matches = search ? createMatcher(search) : () => true;
  const size = search ? pageSize : Math.min(limit, pageSize);
  const found: StoredInquiry[] = [];
  for await (const page of streamPages(query, order, { size })) {
    found.push(...page.filter(matches));
    if (found.length >= limit) break;
  }
  return found.slice(0, limit);
}
