import type { HistoryEntry } from '../../inquiry/stored-inquiry.ts';
import type { Database } from '../store.ts';
import { fromRow } from './inquiry-rows.ts';

/** Reads the changes of an inquiry, oldest first, until the event `last`. */
export const readHistory = async (store: Database, id: string, last?: number) =>
  (await readHistories(store, [id], last)).get(id) ?? [];

export async function readHistories({ db }: Database, ids: string[], last = Infinity) {
  const histories = new Map<string, HistoryEntry[]>(ids.map((id) => [id, []]));
  if (ids.length === 0) return histories;
  const events = await db
    .selectFrom('events')
    .select(['number', 'inquiryId', 'at', 'status', 'qualified', 'assignee'])
    .select(['changedBy as by', 'note'])
    .where('inquiryId', 'in', ids)
    .where('kind', '=', 'changed')
    .orderBy('number')
    .execute();
  for (const { number, inquiryId, ...entry } of events)
    if (number <= last) histories.get(inquiryId ?? '')?.push(fromRow(entry));
  return histories;
}
