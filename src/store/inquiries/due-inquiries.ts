import { type RawBuilder, sql, type SqlBool } from 'kysely';
import {
  type Deadline,
  type DeadlineKind,
  getDeadline,
  promisedMs,
} from '../../inquiry/deadlines.ts';
import type { FirstInquiries, StoredInquiry } from '../../inquiry/stored-inquiry.ts';
import { type EpochMs, type IsoTime, toIso } from '../../text/format-time.ts';
import { countRows, type Database } from '../store.ts';
import { findMatches, type InquiryQuery, type ListFilters, readFirst } from './list-inquiries.ts';

/**
 * The conditions of `getDueDeadline` in SQL. They are literals, because SQLite uses no partial
 * index for a parameter.
 */
const dueConditions: Record<DeadlineKind, RawBuilder<SqlBool>> = {
  review: sql<SqlBool>`status = 'new' and suspected_spam is null`,
  response: sql<SqlBool>`status = 'reviewed' and qualified = 1`,
};

/** The condition of `isSuspected` in SQL. */
const suspectedCondition = sql<SqlBool>`status = 'new' and suspected_spam is not null`;

const deadlineKinds: readonly DeadlineKind[] = ['review', 'response'];

/** Selects the inquiries whose review, or whose response, is due. */
const selectDue = ({ db }: Database, kind: DeadlineKind): InquiryQuery =>
  db.selectFrom('inquiries').where(dueConditions[kind]);

/** Selects the due inquiries whose deadline is from `from` to before `until`. */
export const selectDueBetween = (
  store: Database,
  kind: DeadlineKind,
  from: EpochMs,
  until: EpochMs,
): InquiryQuery =>
  selectDue(store, kind)
    .where('receivedAt', '>=', toIso(from - promisedMs[kind]))
    .where('receivedAt', '<', toIso(until - promisedMs[kind]));

/** Counts the inquiries whose review, and whose response, is due from `from` to before `until`. */
export async function countDueBetween(
  store: Database,
  from: EpochMs,
  until: EpochMs,
): Promise<Record<DeadlineKind, number>> {
  return {
    review: await countRows(selectDueBetween(store, 'review', from, until)),
    response: await countRows(selectDueBetween(store, 'response', from, until)),
  };
}

/** Counts the inquiries that are late at `now`, as `isLate` defines it. */
export const countLate = (store: Database, now: EpochMs): Promise<Record<DeadlineKind, number>> =>
  countDueBetween(store, 0, now);

/** Lists the due inquiries, most urgent first. */
export async function listDue(
  store: Database,
  filters: ListFilters = {},
): Promise<StoredInquiry[]> {
  const reading = deadlineKinds.map((kind) => findMatches(selectDue(store, kind), 'asc', filters));
  const lists = await Promise.all(reading);
  return lists.flat().sort(byDeadline).slice(0, filters.limit);
}

export interface DueInquiry {
  inquiry: StoredInquiry;
  due: Deadline;
}

export interface DueInquiries {
  /** Number of all due inquiries. */
  count: number;
  /** The inquiries with the earliest deadlines, earliest first. */
  first: DueInquiry[];
}

/** Counts the inquiries that are late at `now`, and reads the first `limit` of them. */
export const readLate = (store: Database, now: EpochMs, limit: number): Promise<DueInquiries> =>
  readDueBetween(store, 0, now, limit);

/**
 * Counts the inquiries that are due from `from` to before `until`, and reads the first `limit` of
 * them.
 */
export async function readDueBetween(
  store: Database,
  from: EpochMs,
  until: EpochMs,
  limit: number,
): Promise<DueInquiries> {
  const reading = deadlineKinds.map((kind) =>
    readFirst(selectDueBetween(store, kind, from, until), 'asc', limit),
  );
  const lists = await Promise.all(reading);
  const earliest = lists.flatMap(({ first }) => first).sort(byDeadline);
  return {
    count: lists.reduce((total, { count }) => total + count, 0),
    first: earliest
      .slice(0, limit)
      .map((inquiry) => ({ inquiry, due: getDeadline(inquiry) as Deadline })),
  };
}

const getDueTime = (inquiry: StoredInquiry) => Date.parse((getDeadline(inquiry) as Deadline).at);
const byDeadline = (one: StoredInquiry, other: StoredInquiry) =>
  getDueTime(one) - getDueTime(other);

/** Selects the suspected spam that arrived until a time, and that the team has not judged. */
export const selectSuspected = ({ db }: Database, until: IsoTime): InquiryQuery =>
  db.selectFrom('inquiries').where(suspectedCondition).where('receivedAt', '<=', until);

/** Counts the suspected spam that arrived until a time. */
export const countSuspected = (store: Database, until: IsoTime): Promise<number> =>
  countRows(selectSuspected(store, until));

/** Counts the suspected spam that arrived until a time, and reads the oldest `limit` inquiries. */
export const readSuspected = (
  store: Database,
  until: IsoTime,
  limit: number,
): Promise<FirstInquiries> => readFirst(selectSuspected(store, until), 'asc', limit);
