import { type SelectQueryBuilder, sql, type SqlBool } from 'kysely';
import type { Status } from '../../inquiry/status.ts';
import type {
  FirstInquiries,
  InquiryWithHistory,
  StoredInquiry,
} from '../../inquiry/stored-inquiry.ts';
import type { IsoTime, RecentTimes } from '../../text/format-time.ts';
import { type SelectOptions, selectRows } from '../select-rows.ts';
import { countRows, type Database } from '../store.ts';
import type { Tables } from '../tables.ts';
import { toStoredInquiry } from './inquiry-rows.ts';
import { readHistories } from './read-history.ts';
import { toSearchKey } from './search-keys.ts';

export interface ListFilters {
  status?: Status | undefined;
  /** Part of a name (in either order), an e-mail address or a company. */
  search?: string | undefined;
  /** Maximum number of inquiries (default: no limit). */
  limit?: number | undefined;
}

/** Lists inquiries, newest first. */
export const listInquiries = (
  { db }: Database,
  filters: ListFilters = {},
): Promise<StoredInquiry[]> => findMatches(db.selectFrom('inquiries'), 'desc', filters);

export const countInquiries = ({ db }: Database, options?: SelectOptions): Promise<number> =>
  countRows(selectRows(db, 'inquiries', options));

/**
 * Counts the inquiries of a query, and reads the first `limit` of them by arrival. `asc`: oldest
 * first.
 */
export async function readFirst(
  query: InquiryQuery,
  order: 'asc' | 'desc',
  limit: number,
): Promise<FirstInquiries> {
  const ordered = query.selectAll().orderBy('receivedAt', order).orderBy('id', order);
  const rows = await ordered.limit(limit).execute();
  return { count: await countRows(query), first: rows.map(toStoredInquiry) };
}

/** Finds the time of the newest arrival; undefined without inquiries. */
export async function findNewestArrival({ db }: Database): Promise<IsoTime | undefined> {
  const query = db.selectFrom('inquiries').select(({ fn }) => fn.max('receivedAt').as('at'));
  const newest = await query.executeTakeFirst();
  return newest?.at ?? undefined;
}

/**
 * Finds the time of the `nth` newest arrival of a period, counted from 1; undefined if there are
 * fewer.
 */
export async function findNthNewestArrival(
  { db }: Database,
  { since, until }: RecentTimes,
  nth: number,
): Promise<IsoTime | undefined> {
  const arrival = await db
    .selectFrom('inquiries')
    .select('receivedAt')
    .where('receivedAt', '>', since)
    .where('receivedAt', '<', until)
    .orderBy('receivedAt', 'desc')
    .offset(nth - 1)
    .limit(1)
    .executeTakeFirst();
  return arrival?.receivedAt;
}

export interface StreamOptions extends SelectOptions {
  /** Time of the first arrival (default: all). */
  since?: IsoTime;
}

/** Streams the inquiries since a time with their histories, oldest first. */
export async function* streamWithHistory(
  store: Database,
  { since, ...options }: StreamOptions = {},
): AsyncGenerator<InquiryWithHistory> {
  const all = selectRows(store.db, 'inquiries', options);
  const query = since === undefined ? all : all.where('receivedAt', '>=', since);
  for await (const page of streamPages(query, 'asc', pageSize)) {
    const ids = page.map(({ id }) => id);
    const histories = await readHistories(store, ids, options);
    yield* page.map((one) => ({ ...one, history: histories.get(one.id) ?? [] }));
  }
}

const pageSize = 500;

export type InquiryQuery = SelectQueryBuilder<Tables, 'inquiries', object>;

/**
 * Streams inquiries by arrival in pages, so that memory is bounded and a slow reader holds no
 * locks.
 */
async function* streamPages(query: InquiryQuery, order: 'asc' | 'desc', size: number) {
  const ordered = query.selectAll().orderBy('receivedAt', order).orderBy('id', order).limit(size);
  const follows = sql.raw(order === 'asc' ? '>' : '<');
  let page = ordered;
  for (;;) {
    const rows = await page.execute();
    yield rows.map(toStoredInquiry);
    const last = rows[size - 1];
    if (!last) return;
    const { receivedAt, id } = last;
    page = ordered.where(sql<SqlBool>`(received_at, id) ${follows} (${receivedAt}, ${id})`);
  }
}

/**
 * Reads the inquiries of a query that match filters. A search ignores case, accents and repeated
 * spaces.
 */
export async function findMatches(
  query: InquiryQuery,
  order: 'asc' | 'desc',
  filters: ListFilters,
) {
  const { status, search = '', limit = Infinity } = filters;
  const filtered = status ? query.where('status', '=', status) : query;
  const wanted = toSearchKey(search);
  const isMatch = ({ firstName, lastName, email, company }: StoredInquiry) =>
    [`${firstName} ${lastName}`, `${lastName} ${firstName}`, email, company].some((text) =>
      toSearchKey(text).includes(wanted),
    );
  const found: StoredInquiry[] = [];
  const size = wanted ? pageSize : Math.min(limit, pageSize);
  for await (const page of streamPages(filtered, order, size)) {
    // Without a search, each inquiry matches.
    const matches = wanted ? page.filter(isMatch) : page;
    found.push(...matches);
    if (found.length >= limit) break;
  }
  return found.slice(0, limit);
}
