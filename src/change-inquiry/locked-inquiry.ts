import type { Transaction } from 'kysely';
import type { Destination } from '../config/destinations.ts';
import type { HistoryEntry, StoredInquiry } from '../inquiry/stored-inquiry.ts';
import { chooseChangeDestinations } from '../notifications/choose-change-destinations.ts';
import { type StoredRow, toStoredInquiry } from '../store/inquiries/inquiry-rows.ts';
import { type ChangedColumns, lockInquiry, updateLocked } from '../store/inquiries/lock-inquiry.ts';
import { countChanges } from '../store/inquiries/read-history.ts';
import { toChangeId } from '../store/outbox/event-ids.ts';
import { recordEvents } from '../store/outbox/events.ts';
import type { Store } from '../store/store.ts';
import type { Tables } from '../store/tables.ts';
import { type EpochMs, type IsoTime, toIso } from '../text/format-time.ts';

export interface ChangeContext {
  store: Store;
  clock: () => EpochMs;
  /** Configured destinations. */
  destinations: readonly Destination[];
}

/** Author and note of a change. Their maximum lengths are `maxChangeLengths`. */
export interface ChangeDetails {
  by?: string | undefined;
  note?: string | undefined;
}

/** An inquiry that is locked by a transaction. */
export interface LockedInquiry {
  transaction: Transaction<Tables>;
  row: StoredRow;
  /** Time of the change. */
  at: IsoTime;
  destinations: readonly Destination[];
}

/**
 * Locks an inquiry and runs a task in the same transaction. Resolves to undefined if the inquiry
 * was deleted.
 */
export function withLockedInquiry<Result>(
  { store, clock, destinations }: ChangeContext,
  id: string,
  task: (locked: LockedInquiry) => Promise<Result>,
): Promise<Result | undefined> {
  return store.db.transaction().execute(async (transaction) => {
    const row = await lockInquiry(transaction, id);
    return row && task({ transaction, row, at: toIso(clock()), destinations });
  });
}

/** A stored change. */
export interface SavedChange {
  /** The inquiry after the change. */
  inquiry: StoredInquiry;
  /** Number of the event of the change. */
  event: number;
}

/** Stores the changed columns of a locked inquiry, and an event with its deliveries. */
export async function saveChange(
  { transaction, row, at, destinations }: LockedInquiry,
  columns: ChangedColumns,
  { by, note, assignee }: Pick<HistoryEntry, 'assignee'> & ChangeDetails,
): Promise<SavedChange> {
  const changed = { ...row, ...columns };
  const { status, qualified = null, id: inquiryId } = changed;
  await updateLocked(transaction, inquiryId, columns);
  const id = toChangeId(inquiryId, (await countChanges({ db: transaction }, inquiryId)) + 1);
  const to = chooseChangeDestinations(destinations, { status, assignee });
  const [event] = await recordEvents(transaction, [
    { id, kind: 'changed', inquiryId, at, status, qualified, assignee, changedBy: by, note, to },
  ]);
  if (event === undefined) throw new Error(`The event ${id} was stored already`);
  return { inquiry: toStoredInquiry(changed), event };
}
