import { isSameName, spellAsKnown } from '../inquiry/assignee-names.ts';
import { isOpen } from '../inquiry/status.ts';
import type { StoredInquiry } from '../inquiry/stored-inquiry.ts';
import { toStoredInquiry } from '../store/inquiries/inquiry-rows.ts';
import type { ChangedColumns } from '../store/inquiries/lock-inquiry.ts';
import { readKnownNames } from '../store/inquiries/read-known-names.ts';
import { normalizeLine } from '../text/normalize-text.ts';
import {
  type ChangeContext,
  type ChangeDetails,
  type LockedInquiry,
  saveChange,
  withLockedInquiry,
} from './locked-inquiry.ts';

interface Assignment extends ChangeDetails {
  /** Empty for nobody. */
  assignee: string;
}

interface TypedAssignment extends Assignment {
  /** Names of the team; the assignee gets their spelling. Default: none. */
  teamNames?: readonly string[];
}

export interface AssignedInquiry {
  outcome: 'assigned';
  /** The inquiry after the assignment. */
  inquiry: StoredInquiry;
}

export interface RefusedAssignment {
  outcome: 'refused';
  /** `closed`: the inquiry needs no assignee, because nothing is due. */
  reason: 'unchanged' | 'closed';
  /** Undefined if the inquiry is unassigned. */
  assignee: string | undefined;
}

export type AssignmentResult = AssignedInquiry | RefusedAssignment;

/**
 * Assigns an inquiry and records the change. A known name gets its known spelling. Resolves to
 * undefined if the inquiry was deleted.
 */
export const assignInquiry = (
  context: ChangeContext,
  id: string,
  { teamNames = [], ...assignment }: TypedAssignment,
): Promise<AssignmentResult | undefined> =>
  withLockedInquiry(context, id, async (locked) => {
    const known = await readKnownNames({ db: locked.transaction }, teamNames);
    const assignee = spellAsKnown(normalizeLine(assignment.assignee), known);
    return assignLocked(locked, { ...assignment, assignee });
  });

/**
 * Assigns a locked inquiry to a name that is already normalized, and records the change. A closed
 * inquiry can only be unassigned.
 */
export async function assignLocked(
  locked: LockedInquiry,
  assignment: Assignment,
): Promise<AssignmentResult> {
  const { assignee } = assignment;
  const before = toStoredInquiry(locked.row);
  const refused = { outcome: 'refused', assignee: before.assignee } as const;
  if (isSameName(before.assignee ?? '', assignee)) return { ...refused, reason: 'unchanged' };
  if (assignee && !isOpen(before)) return { ...refused, reason: 'closed' };
  const columns: ChangedColumns = assignee
    ? { assignee, assignedAt: locked.at }
    : { assignee: null, assignedAt: null };
  const { inquiry } = await saveChange(locked, columns, assignment);
  return { outcome: 'assigned', inquiry };
}
