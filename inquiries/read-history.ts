import { orUnavailable } from './store-unavailable.ts';
import type { Store } from './store.ts';
import type { Standing } from './transition.ts';

/** One change of an inquiry's status. `at` is ISO 8601 in UTC. */
export interface HistoryEntry extends Standing {
  at: string;
  by?: string;
  note?: string;
}

/** Every change of an inquiry's status, the oldest first. Throws `StoreUnavailable`. */
export async function readHistory({ db }: Store, id: string): Promise<HistoryEntry[]> {
  const events = await orUnavailable('The history could not be read', () =>
    db
      .selectFrom('inquiryEvents')
      .select(['at', 'status', 'qualified', 'changedBy', 'note'])
      .where('inquiryId', '=', id)
      .orderBy('number')
      .execute(),
  );
  return events.map(({ at, status, qualified, changedBy, note }) => ({
    at,
    status,
    ...(qualified !== null && { qualified: qualified === 1 }),
    ...(changedBy !== null && { by: changedBy }),
    ...(note !== null && { note }),
  }));
}
