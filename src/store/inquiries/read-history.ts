import type { HistoryEntry } from '../../inquiry/stored-inquiry.ts';
import { fromRow } from '../from-row.ts';
import { type SelectOptions, selectRows } from '../select-rows.ts';
import { countRows, type Database } from '../store.ts';

/**
 * Reads the changes of an inquiry, oldest first. `last`: number of the last event to read (default:
 * all).
 */
export async function readHistory(
  store: Database,
  id: string,
  last?: number,
): Promise<HistoryEntry[]> {
  const histories = await readHistories(store, [id], { last });
  return histories.get(id) ?? [];
}

interface HistoryOptions extends SelectOptions {
  /** Number of the last event to read (default: all). */
  last?: number | undefined;
}

/** Reads the changes of several inquiries, oldest first. Resolves to them by inquiry id. */
export async function readHistories(
  { db }: Database,
  ids: string[],
  { last = Infinity, ...options }: HistoryOptions = {},
): Promise<Map<string, HistoryEntry[]>> {
  const histories = new Map<string, HistoryEntry[]>(ids.map((id) => [id, []]));
  if (ids.length === 0) return histories;
  const events = await selectRows(db, 'events', options)
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

/** Counts the changes of an inquiry. */
export function countChanges({ db }: Database, inquiryId: string): Promise<number> {
  const events = db.selectFrom('events');
  return countRows(events.where((eb) => eb.and({ inquiryId, kind: 'changed' })));
}
