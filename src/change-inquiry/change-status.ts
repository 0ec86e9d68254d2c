import { type ReviewState, type StatusChange, transition } from '../inquiry/status.ts';
import { toBit, toStoredInquiry } from '../store/inquiries/inquiry-rows.ts';
import { type ChangedColumns, lockSuspected } from '../store/inquiries/lock-inquiry.ts';
import { type IsoTime, toIso } from '../text/format-time.ts';
import {
  type ChangeContext,
  type ChangeDetails,
  type LockedInquiry,
  saveChange,
  type SavedChange,
  withLockedInquiry,
} from './locked-inquiry.ts';

/** A new status, with its author and note. */
export type DetailedStatusChange = StatusChange & ChangeDetails;

export interface ChangedStatus extends SavedChange {
  outcome: 'changed';
}

export interface RefusedStatus {
  outcome: 'refused';
  /** `unchanged`: the inquiry has this status already. */
  reason: 'unchanged' | 'not-allowed';
  /** The state that refuses the change. */
  from: ReviewState;
}

export type StatusResult = ChangedStatus | RefusedStatus;

/** Changes an inquiry's status and records the change; undefined if the inquiry is deleted. */
export const changeStatus = (
  context: ChangeContext,
  id: string,
  change: DetailedStatusChange,
): Promise<StatusResult | undefined> =>
  withLockedInquiry(context, id, (locked) => changeLockedStatus(locked, change));

/** Changes the status of a locked inquiry and records the change. */
export async function changeLockedStatus(
  locked: LockedInquiry,
  { by, note, ...change }: DetailedStatusChange,
): Promise<StatusResult> {
  const from = toStoredInquiry(locked.row);
  const result = transition(from, change);
  if (!result.ok) return { outcome: 'refused', reason: result.reason, from };
  const { status, qualified } = result.state;
  const columns: ChangedColumns = { status, qualified: toBit(qualified) };
  // A qualified inquiry is judged to be no spam. A change that closes it may be taken back.
  const isQualified = status === 'reviewed' && qualified === true;
  if (status === 'new' || isQualified) columns.suspectedSpam = null;
  const saved = await saveChange(locked, columns, { by, note });
  return { outcome: 'changed', ...saved };
}

/**
 * Takes a locked inquiry back to the state before its last change, and records that. Not limited by
 * `transitions`, which allowed the change.
 */
export function restoreState(
  locked: LockedInquiry,
  { status, qualified }: ReviewState,
  details: ChangeDetails,
): Promise<SavedChange> {
  return saveChange(locked, { status, qualified: toBit(qualified) }, details);
}

/**
 * Marks inquiries as spam that are suspected, arrived until a time, and have one of these ids. Resolves to
 * their number.
 */
export function markSuspected(
  { store, clock, destinations }: ChangeContext,
  until: IsoTime,
  ids: string[],
  by: string,
): Promise<number> {
  const at = toIso(clock());
  return store.db.transaction().execute(async (transaction) => {
    const rows = await lockSuspected(transaction, until, ids);
    for (const row of rows)
      await changeLockedStatus({ transaction, row, at, destinations }, { status: 'spam', by });
    return rows.length;
  });
}
