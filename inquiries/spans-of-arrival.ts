import { sql, type SqlBool } from 'kysely';
import type { Store } from './store.ts';
import type { StoredInquiry } from './stored-inquiry.ts';

interface Direction {
  order: 'asc' | 'desc';
  /** Only what follows this one, in that order. */
  after?: Pick<StoredInquiry, 'receivedAt'> | undefined;
}

/**
 * Whether an inquiry arrived in one of these spans of ten days, such as `2026-11-2`. The indexes of
 * search keys begin with exactly this expression: a new key, whose place is anywhere, is then put
 * among those of ten days, however many there are of all time.
 */
export function arrivedIn(spans: string[]) {
  // Literals: hundreds of parameters take longer to compile than the database needs to look.
  const literals = sql.raw(spans.map((span) => `'${span}'`).join());
  return sql<SqlBool>`substr(received_at, 1, 9) in (${literals})`;
}

/** All spans that the store's inquiries may be in. */
export async function spansOfArrivals(
  { db }: Pick<Store, 'db'>,
  { order, after }: Direction = { order: 'asc' },
): Promise<string[]> {
  const arrivals = db.selectFrom('inquiries').select('receivedAt').limit(1);
  const oldest = await arrivals.orderBy('receivedAt', 'asc').executeTakeFirst();
  const newest = await arrivals.orderBy('receivedAt', 'desc').executeTakeFirst();
  if (!oldest || !newest) return [];
  const first = order === 'asc' && after ? after : oldest;
  const last = order === 'desc' && after ? after : newest;
  return spansBetween(first.receivedAt, last.receivedAt);
}

/** All spans from that of the time `first` to that of `last`. */
export function spansBetween(first: string, last: string): string[] {
  const [start, end] = [first.slice(0, 9), last.slice(0, 9)];
  const lastMonth = Temporal.PlainYearMonth.from(end.slice(0, 7));
  const spans: string[] = [];
  let month = Temporal.PlainYearMonth.from(start.slice(0, 7));
  for (; Temporal.PlainYearMonth.compare(month, lastMonth) <= 0; month = month.add({ months: 1 })) {
    spans.push(...[0, 1, 2, 3].map((tens) => `${month.toString()}-${tens}`));
  }
  return spans.filter((span) => span >= start && span <= end);
}
