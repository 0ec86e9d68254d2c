import type { ReviewState, Status } from '../../inquiry/status.ts';
import type { Store } from '../store.ts';

/** A status change or an assignment, with the status after it. `at` is ISO 8601 in UTC. */
export interface HistoryEntry extends ReviewState {
  at: string;
  /** Of an assignment; empty for nobody. */
  assignee?: string;
  by?: string;
  note?: string;
}

/** Reads the changes of an inquiry, oldest first, until the event `last`. */
export async function readHistory(
  store: Pick<Store, 'db'>,
  id: string,
  last = Infinity,
): Promise<HistoryEntry[]> {
  return (await readHistories(store, [id], last)).get(id) ?? [];
}

/** Reads the changes of several inquiries by id, oldest first. */
export async function readHistories(
  { db }: Pick<Store, 'db'>,
  ids: string[],
  last = Infinity,
): Promise<Map<string, HistoryEntry[]>> {
  if (ids.length === 0) return new Map();
  const events = await db
    .selectFrom('events')
    .selectAll()
    .where('inquiryId', 'in', ids)
    .where('kind', '=', 'changed')
    .orderBy('number')
    .$narrowType<{ inquiryId: string; status: Status }>()
    .execute();
  const histories = new Map<string, HistoryEntry[]>();
  for (const { inquiryId, ...event } of events.filter(({ number }) => number <= last)) {
    const { at, status, qualified, changedBy, note, assignee } = event;
    const entry = {
      at,
      status,
      ...(qualified !== null && { qualified: qualified === 1 }),
      ...(assignee !== null && { assignee }),
      ...(changedBy !== null && { by: changedBy }),
      ...(note !== null && { note }),
    };
    histories.set(inquiryId, [...(histories.get(inquiryId) ?? []), entry]);
  }
  return histories;
}
