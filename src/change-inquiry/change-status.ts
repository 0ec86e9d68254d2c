import {
  refutesSuspicion,
  type ReviewState,
  type StatusChange,
  transition,
} from '../inquiry/status.ts';
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
  /** `unchanged`: the inquiry already has this status. */
  reason: 'unchanged' | 'not-allowed';
  /** State that does not allow the change. */
  from: ReviewState;
}

export type StatusResult = ChangedStatus | RefusedStatus;

/**
 * Changes an inquiry's status and records the change. Resolves to undefined if the inquiry was
 * deleted.
 */
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
  // A review as qualified judges the inquiry as no spam, and so did an earlier response. Keep the
  // suspicion if another change closes the inquiry: that change may be reverted.
  const isQualified = status === 'reviewed' && qualified === true;
  if (status === 'new' || isQualified || refutesSuspicion(from.status))
    columns.suspectedSpam = null;
  const saved = await saveChange(locked, columns, { by, note });
  return { outcome: 'changed', ...saved };
}

/**
 * Reverts the last change of a locked inquiry and records that. `transitions` do not apply, because
 * they allowed the change.
 */
export function restoreState(
  locked: LockedInquiry,
  { status, qualified }: ReviewState,
  details: ChangeDetails,
): Promise<SavedChange> {
  return saveChange(locked, { status, qualified: toBit(qualified) }, details);
}

/**
 * Marks inquiries as spam that have one of these ids, are suspected and arrived until a time.
 * Resolves to their number.
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
