import { type Due, promisedMs } from './deadlines.ts';
import { orUnavailable } from './store-unavailable.ts';
import type { Store } from './store.ts';
import { toIso } from './to-iso.ts';
import { waitingFor } from './waiting-for.ts';

/** How many inquiries wait past a deadline at `now` (ms since the epoch). Throws `StoreUnavailable`. */
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
