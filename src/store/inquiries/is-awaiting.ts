import { type ExpressionBuilder, sql, type SqlBool } from 'kysely';
import { type Due, promisedMs } from '../../inquiry/deadlines.ts';
import { toIso } from '../../inquiry/to-iso.ts';
import { orUnavailable } from '../store-errors.ts';
import type { Store } from '../store.ts';
import type { Tables } from '../tables.ts';

/** A literal, because SQLite does not use the partial index for a parameter. */
export const isQualified = sql<SqlBool>`qualified = 1`;

/** SQL counterpart of `getDeadline`. */
export const waitingFor =
  (what: Due['what']) =>
  ({ eb }: ExpressionBuilder<Tables, 'inquiries'>) =>
    what === 'review' ? eb('status', '=', 'new') : eb('status', '=', 'reviewed').and(isQualified);

/** Counts inquiries past a deadline at `now` (ms since the epoch). Throws `StoreUnavailable`. */
export async function countOverdue({ db }: Store, what: Due['what'], now: number): Promise<number> {
  const latestArrival = toIso(now - promisedMs[what]);
  const row = await orUnavailable('The inquiries could not be read', () =>
    db
      .selectFrom('inquiries')
      .select(({ fn }) => fn.countAll().as('count'))
      .where(waitingFor(what))
      .where('receivedAt', '<', latestArrival)
      .executeTakeFirstOrThrow(),
  );
  return Number(row.count);
}
