import type { ReviewState } from '../../inquiry/status.ts';
import { wrapStoreErrors } from '../store-errors.ts';
import type { Store } from '../store.ts';

/** A status change or an assignment, with the status after it. `at` is ISO 8601 in UTC. */
export interface HistoryEntry extends ReviewState {
  at: string;
  /** Of an assignment; empty for nobody. */
  assignee?: string;
  by?: string;
  note?: string;
}

/** Reads the changes of an inquiry, oldest first. Throws `StoreUnavailable`. */
export async function readHistory(store: Store, id: string): Promise<HistoryEntry[]> {
  return (await readHistories(store, [id])).get(id) ?? [];
}

/** Reads the changes of several inquiries by id, oldest first. Throws `StoreUnavailable`. */
export async function readHistories(
  { db }: Store,
  ids: string[],
): Promise<Map<string, HistoryEntry[]>> {
  if (ids.length === 0) return new Map();
  const events = await wrapStoreErrors('The history could not be read', () =>
    db
      .selectFrom('inquiryEvents')
      .selectAll()
      .where('inquiryId', 'in', ids)
      .orderBy('inquiryId')
      .orderBy('number')
      .execute(),
  );
  const histories = new Map<string, HistoryEntry[]>();
  for (const { inquiryId, at, status, qualified, changedBy, note, assignee } of events) {
    const entry = {
      at,
      status,
      ...(qualified !== null && { qualified: qualified === 1 }),
      ...(typeof assignee === 'string' && { assignee }),
      ...(changedBy !== null && { by: changedBy }),
      ...(note !== null && { note }),
    };
    histories.set(inquiryId, [...(histories.get(inquiryId) ?? []), entry]);
  }
  return histories;
}
