import { type SelectQueryBuilder, sql, type SqlBool } from 'kysely';
import { type Deadline, getDeadline, slaMs } from '../../inquiry/deadlines.ts';
import { toIso } from '../../inquiry/format-time.ts';
import type { Status } from '../../inquiry/status.ts';
import type { NewestInquiries, StoredInquiry } from '../../inquiry/stored-inquiry.ts';
import { countRows, type Database } from '../store.ts';
import type { Tables } from '../tables.ts';
import { toStoredInquiry } from './inquiry-rows.ts';
import { readHistories } from './read-history.ts';
import { toSearchKey } from './search-keys.ts';

interface ListFilters {
  status?: Status | undefined;
  /** Part of a name (in either order), an e-mail address or a company. */
  search?: string | undefined;
  limit?: number | undefined;
}

/** Lists inquiries, newest first. */
export const listInquiries = ({ db }: Database, filters: ListFilters = {}) =>
  findMatches(db.selectFrom('inquiries'), 'desc', filters);

/** Lists inquiries that await a review or response, most urgent first. */
export async function listDue(store: Database, filters: ListFilters = {}) {
  const reading = deadlineKinds.map((kind) =>
    findMatches(selectAwaiting(store, kind), 'asc', filters),
  );
  return (await Promise.all(reading)).flat().sort(byDeadline).slice(0, filters.limit);
}

export type DueInquiries = Awaited<ReturnType<typeof readDueBetween>>;

/** Reads what is due from `from` to before `until` (ms since the epoch), without suspected spam. */
export async function readDueBetween(store: Database, from: number, until: number, limit: number) {
  const reading = deadlineKinds.map((kind) => {
    const due = selectAwaiting(store, kind)
      // A qualified inquiry is not suspected any more.
      .$if(kind === 'review', (review) => review.where('suspectedSpam', 'is', null))
      .where('receivedAt', '>=', toIso(from - slaMs[kind]))
      .where('receivedAt', '<', toIso(until - slaMs[kind]));
    return readNewest(due, limit);
  });
  const lists = await Promise.all(reading);
  const latest = lists.flatMap(({ first }) => first).sort((one, other) => byDeadline(other, one));
  return {
    count: lists.reduce((sum, { count }) => sum + count, 0),
    first: latest
      .slice(0, limit)
      .map((inquiry) => ({ inquiry, due: getDeadline(inquiry) as Deadline })),
  };
}

/** Selects the suspected spam that arrived until a time (ISO 8601), and that nobody has judged. */
export const selectSuspected = ({ db }: Database, until: string) =>
  db
    .selectFrom('inquiries')
    .where(sql<SqlBool>`status = 'new' and suspected_spam is not null and received_at <= ${until}`);

export const readSuspected = (store: Database, until: string, limit: number) =>
  readNewest(selectSuspected(store, until), limit);

/** Counts the inquiries of a query, and reads the newest. */
export async function readNewest(query: InquiryQuery, limit: number): Promise<NewestInquiries> {
  const newest = query.selectAll().orderBy('receivedAt', 'desc').orderBy('id', 'desc');
  const rows = await newest.limit(limit).execute();
  return { count: await countRows(query), first: rows.map(toStoredInquiry) };
}

const deadlineKinds = ['review', 'response'] as const;

const getDueTime = (inquiry: StoredInquiry) => Date.parse(getDeadline(inquiry)?.at ?? '');
const byDeadline = (one: StoredInquiry, other: StoredInquiry) =>
  getDueTime(one) - getDueTime(other);

// The conditions of `getDeadline` in SQL. Literals: SQLite uses no partial index for a parameter.
const isAwaiting = {
  review: sql<SqlBool>`status = 'new'`,
  response: sql<SqlBool>`status = 'reviewed' and qualified = 1`,
};

/** Selects the inquiries that await a review, or a response. */
export const selectAwaiting = ({ db }: Database, kind: Deadline['kind']) =>
  db.selectFrom('inquiries').where(isAwaiting[kind]);

/** Streams the inquiries since a time (ISO 8601; default: all) with their changes, oldest first. */
export async function* streamWithHistory(store: Database, since = '') {
  const query = store.db.selectFrom('inquiries').where('receivedAt', '>=', since);
  for await (const page of streamPages(query, 'asc', pageSize)) {
    const ids = page.map(({ id }) => id);
    const histories = await readHistories(store, ids);
    yield* page.map((one) => ({ ...one, history: histories.get(one.id) ?? [] }));
  }
}

const pageSize = 500;

type InquiryQuery = SelectQueryBuilder<Tables, 'inquiries', object>;

/** Streams inquiries by arrival in pages, so that memory is bounded and a slow reader holds no locks. */
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

/** Reads the inquiries that match filters; a search ignores case, accents and repeated spaces. */
async function findMatches(query: InquiryQuery, order: 'asc' | 'desc', filters: ListFilters) {
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
    found.push(...(wanted ? page.filter(isMatch) : page));
    if (found.length >= limit) break;
  }
  return found.slice(0, limit);
}
