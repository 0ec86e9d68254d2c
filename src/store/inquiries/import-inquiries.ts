import { isDeepStrictEqual } from 'node:util';
import type { Transaction } from 'kysely';
import { ensureSpamMark } from '../../inquiry/history.ts';
import { refutesSuspicion } from '../../inquiry/status.ts';
import type { HistoryEntry, InquiryWithHistory } from '../../inquiry/stored-inquiry.ts';
import { type EpochMs, toIso } from '../../text/format-time.ts';
import { toChangeId, toDeletionId, toReceivedId } from '../outbox/event-ids.ts';
import { type NewEvent, recordEvents } from '../outbox/events.ts';
import type { Database } from '../store.ts';
import type { Tables } from '../tables.ts';
import { storedFields, toBit } from './inquiry-rows.ts';
import { readHistories } from './read-history.ts';
import { createSearchKeys } from './search-keys.ts';

/** `conflict`: the stored and the imported history differ after a common beginning. */
export type ImportOutcome = 'added' | 'updated' | 'same' | 'deleted' | 'conflict';

/**
 * Stores inquiries with their ids and history, and queues no deliveries. To a stored inquiry, adds
 * the imported changes if they continue its history. Skips deleted ids. Spam whose history lacks
 * the time of the mark is marked at `now`. Resolves to the outcome of each inquiry; after an error,
 * nothing is stored.
 */
export const importInquiries = (
  { db }: Database,
  inquiries: InquiryWithHistory[],
  now: EpochMs,
): Promise<ImportOutcome[]> =>
  db.transaction().execute(async (transaction) => {
    const outcomes = await compareWithStore(transaction, inquiries);
    const select = (outcome: ImportOutcome) =>
      inquiries.filter((_, index) => outcomes[index] === outcome);
    const added = select('added');
    const updated = select('updated');
    if (added.length > 0)
      await transaction.insertInto('inquiries').values(added.map(toRow)).execute();
    for (const inquiry of updated) await updateChangedColumns(transaction, inquiry);
    // Skips events that are stored already.
    const events = added.concat(updated).flatMap((inquiry) => toEvents(inquiry, now));
    await recordEvents(transaction, events);
    return outcomes;
  });

/** Determines the outcome of each inquiry. Locks those that are stored. */
async function compareWithStore(
  transaction: Transaction<Tables>,
  inquiries: InquiryWithHistory[],
): Promise<ImportOutcome[]> {
  const ids = inquiries.map(({ id }) => id);
  // Lock the rows first, so that a concurrent deletion either is seen below or waits.
  const stored = await transaction
    .selectFrom('inquiries')
    .select('id')
    .where('id', 'in', ids)
    .forNoKeyUpdate()
    .execute();
  const deletions = await transaction
    .selectFrom('events')
    .select('id')
    .where('id', 'in', ids.map(toDeletionId))
    .execute();
  const storedIds = new Set(stored.map(({ id }) => id));
  const deletionIds = new Set(deletions.map(({ id }) => id));
  const histories = await readHistories({ db: transaction }, ids);
  return inquiries.map(({ id, history }) => {
    if (deletionIds.has(toDeletionId(id))) return 'deleted';
    if (!storedIds.has(id)) return 'added';
    return compareHistories(histories.get(id) ?? [], history);
  });
}

/** Compares the history of a stored inquiry with that of an import. */
function compareHistories(own: HistoryEntry[], imported: HistoryEntry[]): ImportOutcome {
  if (isStart(imported, own)) return 'same';
  return isStart(own, imported) ? 'updated' : 'conflict';
}

/**
 * Updates the columns that a change can set. Keeps the reason to suspect spam if the status hides
 * it, because an export lacks it then.
 */
async function updateChangedColumns(transaction: Transaction<Tables>, inquiry: InquiryWithHistory) {
  const { id, status, qualified, assignee, assignedAt, suspectedSpam } = toRow(inquiry);
  const others = { status, qualified, assignee, assignedAt };
  const columns = refutesSuspicion(status) ? others : { ...others, suspectedSpam };
  await transaction.updateTable('inquiries').set(columns).where('id', '=', id).execute();
}

const isStart = (start: HistoryEntry[], history: HistoryEntry[]) =>
  isDeepStrictEqual(start, history.slice(0, start.length));

const toRow = (inquiry: InquiryWithHistory) =>
  ({
    ...Object.fromEntries(storedFields.map((field) => [field, inquiry[field] ?? null])),
    ...createSearchKeys(inquiry),
    qualified: toBit(inquiry.qualified),
  }) as Tables['inquiries'];

/** Returns the events of an inquiry's arrival and of its changes. */
function toEvents(inquiry: InquiryWithHistory, now: EpochMs): NewEvent[] {
  const { id, receivedAt, status, history } = inquiry;
  const entries = ensureSpamMark(status, history, toIso(now));
  const changes = entries.map((entry, index): NewEvent => ({
    id: toChangeId(id, index + 1),
    kind: 'changed',
    inquiryId: id,
    at: entry.at,
    status: entry.status,
    qualified: toBit(entry.qualified),
    assignee: entry.assignee,
    changedBy: entry.by,
    note: entry.note,
    to: [],
  }));
  const arrival: NewEvent = {
    id: toReceivedId(id),
    kind: 'received',
    inquiryId: id,
    at: receivedAt,
    to: [],
  };
  return [arrival, ...changes];
}
