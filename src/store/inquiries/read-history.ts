import type { Standing } from '../../inquiry/transition.ts';
import { orUnavailable } from '../store-errors.ts';
import type { Store } from '../store.ts';

/** One change of an inquiry's status. `at` is ISO 8601 in UTC. */
export interface HistoryEntry extends Standing {
  at: string;
  by?: string;
  note?: string;
}

/** Every change of an inquiry's status, the oldest first. Throws `StoreUnavailable`. */
export async function readHistory(store: Store, id: string): Promise<HistoryEntry[]> {
  return (await readHistories(store, [id])).get(id) ?? [];
}

/** The same of several inquiries, by their ids; of those that were never changed, nothing. */
export async function readHistories(
  { db }: Store,
  ids: string[],
): Promise<Map<string, HistoryEntry[]>> {
  const events = await orUnavailable('The history could not be read', () =>
    db
      .selectFrom('inquiryEvents')
      .select(['inquiryId', 'at', 'status', 'qualified', 'changedBy', 'note'])
      .where('inquiryId', 'in', ids)
      .orderBy('inquiryId')
      .orderBy('number')
      .execute(),
  );
  const histories = new Map<string, HistoryEntry[]>();
  for (const { inquiryId, at, status, qualified, changedBy, note } of events) {
    const entry = {
      at,
      status,
      ...(qualified !== null && { qualified: qualified === 1 }),
      ...(changedBy !== null && { by: changedBy }),
      ...(note !== null && { note }),
    };
    histories.set(inquiryId, [...(histories.get(inquiryId) ?? []), entry]);
  }
  return histories;
}
