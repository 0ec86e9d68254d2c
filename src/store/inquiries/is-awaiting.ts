import { type ExpressionBuilder, sql, type SqlBool } from 'kysely';
import { type Deadline, slaMs } from '../../inquiry/deadlines.ts';
import { toIso } from '../../inquiry/format-time.ts';
import { wrapStoreErrors } from '../store-errors.ts';
import type { Store } from '../store.ts';
import type { Tables } from '../tables.ts';

/** A literal, because SQLite does not use the partial index for a parameter. */
export const isQualified = sql<SqlBool>`qualified = 1`;

/** SQL counterpart of `getDeadline`. */
export const isAwaiting =
  (what: Deadline['kind']) =>
  ({ eb }: ExpressionBuilder<Tables, 'inquiries'>) =>
    what === 'review' ? eb('status', '=', 'new') : eb('status', '=', 'reviewed').and(isQualified);

/** Counts inquiries past a deadline at `now` (ms since the epoch). Throws `StoreUnavailable`. */
export async function countOverdue(
  { db }: Store,
  what: Deadline['kind'],
  now: number,
): Promise<number> {
  const latestArrival = toIso(now - slaMs[what]);
  const row = await wrapStoreErrors('The inquiries could not be read', () =>
    db
      .selectFrom('inquiries')
      .select(({ fn }) => fn.countAll().as('count'))
      .where(isAwaiting(what))
      .where('receivedAt', '<', latestArrival)
      .executeTakeFirstOrThrow(),
  );
  return Number(row.count);
}
