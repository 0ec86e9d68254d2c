import type { Transaction } from 'kysely';
import type { Destination } from '../config/destinations.ts';
import { isSameName, spellAsKnown } from '../inquiry/assignee-names.ts';
import { isOpen, type ReviewState, type StatusChange, transition } from '../inquiry/status.ts';
import type { StoredInquiry } from '../inquiry/stored-inquiry.ts';
import { type EpochMs, type IsoTime, toIso } from '../text/format-time.ts';
import { normalizeLine } from '../text/normalize-text.ts';
import { toChangeId } from '../store/outbox/event-ids.ts';
import { recordEvents } from '../store/outbox/events.ts';
import { countRows, type Store } from '../store/store.ts';
import type { Tables } from '../store/tables.ts';
import { selectSuspected } from '../store/inquiries/due-inquiries.ts';
import { type StoredRow, toBit, toStoredInquiry } from '../store/inquiries/inquiry-rows.ts';
import { readKnownNames } from '../store/inquiries/read-known-names.ts';

export interface ChangeContext {
  store: Store;
  clock: () => EpochMs;
  /** Destinations that are notified of the change. */
  destinations: readonly Destination[];
}

/** Author and note of a change, limited by `maxChangeLengths`. */
interface ChangeDetails {
  by?: string | undefined;
  note?: string | undefined;
}

export type StatusUpdate = StatusChange & ChangeDetails;

interface Assignment extends ChangeDetails {
  /** Empty for nobody. */
  assignee: string;
}

interface TypedAssignment extends Assignment {
  /** Names of the team, whose spelling the assignee gets (default: none). */
  teamNames?: readonly string[];
}

interface SavedChange {
  /** The inquiry after the change. */
  inquiry: StoredInquiry;
  /** Number of the change's event. */
  event: number;
}

export interface MarkedInquiry extends SavedChange {
  outcome: 'marked';
}

export interface RefusedUpdate {
  outcome: 'refused';
  /** `unchanged`: the inquiry has this status already. */
  reason: 'unchanged' | 'not-allowed';
  /** The state that refuses the change. */
  from: ReviewState;
}

export type StatusUpdateResult = MarkedInquiry | RefusedUpdate;

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

/** Changes an inquiry's status and records the change; undefined if the inquiry is deleted. */
export const updateStatus = (
  context: ChangeContext,
  id: string,
  update: StatusUpdate,
): Promise<StatusUpdateResult | undefined> =>
  changeLocked(context, id, (locked) => updateLockedStatus(locked, update));

/**
 * Assigns an inquiry and records the change; undefined if the inquiry is deleted. A known name is stored
 * as it is known.
 */
export const assignInquiry = (
  context: ChangeContext,
  id: string,
  { teamNames = [], ...assignment }: TypedAssignment,
): Promise<AssignmentResult | undefined> =>
  changeLocked(context, id, async (locked) => {
    const known = await readKnownNames({ db: locked.transaction }, teamNames);
    const assignee = spellAsKnown(normalizeLine(assignment.assignee), known);
    return assignLocked(locked, { ...assignment, assignee });
  });

/** An inquiry that a transaction has locked. */
export interface LockedInquiry {
  transaction: Transaction<Tables>;
  row: StoredRow;
  /** Time of the change. */
  at: IsoTime;
  destinations: readonly Destination[];
}

/** Runs a change in the transaction that locks its inquiry; undefined if the inquiry is deleted. */
export function changeLocked<Result>(
  { store, clock, destinations }: ChangeContext,
  id: string,
  change: (locked: LockedInquiry) => Promise<Result>,
): Promise<Result | undefined> {
  return store.db.transaction().execute(async (transaction) => {
    // Lock the row when it is read, so that concurrent changes run in turn.
    const query = transaction.selectFrom('inquiries').selectAll().where('id', '=', id);
    // Not `forUpdate`, which other events of the inquiry, such as reminders, would wait for.
    const row = await query.forNoKeyUpdate().executeTakeFirst();
    return row && change({ transaction, row, at: toIso(clock()), destinations });
  });
}

/** Changes the status of a locked inquiry and records the change. */
export async function updateLockedStatus(
  locked: LockedInquiry,
  update: StatusUpdate,
): Promise<StatusUpdateResult> {
  const { by, note, ...change } = update;
  const from = toStoredInquiry(locked.row);
  const result = transition(from, change);
  if (!result.ok) return { outcome: 'refused', reason: result.reason, from };
  const { status, qualified } = result.state;
  const columns: ChangedColumns = { status, qualified: toBit(qualified) };
  // A qualified inquiry is judged to be no spam. A change that closes it may be taken back.
  const isQualified = status === 'reviewed' && qualified === true;
  if (status === 'new' || isQualified) columns.suspectedSpam = null;
  const saved = await saveChange(locked, columns, { by, note });
  return { outcome: 'marked', ...saved };
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
    const suspected = selectSuspected({ db: transaction }, until).selectAll();
    const rows = await suspected.where('id', 'in', ids).orderBy('id').forNoKeyUpdate().execute();
    for (const row of rows)
      await updateLockedStatus({ transaction, row, at, destinations }, { status: 'spam', by });
    return rows.length;
  });
}

/**
 * Assigns a locked inquiry to a name as it is stored, and records the change. A closed one can only be
 * taken from its assignee.
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

type ChangedColumns = Partial<
  Pick<StoredRow, 'status' | 'qualified' | 'suspectedSpam' | 'assignee' | 'assignedAt'>
>;

/** Stores changed columns and the event of the change, with its deliveries. */
async function saveChange(
  { transaction, row, at, destinations }: LockedInquiry,
  columns: ChangedColumns,
  { by, note, assignee }: Partial<Assignment>,
): Promise<SavedChange> {
  const changed = { ...row, ...columns };
  const { status, qualified = null, id: inquiryId } = changed;
  await transaction.updateTable('inquiries').set(columns).where('id', '=', inquiryId).execute();
  const events = transaction.selectFrom('events');
  const earlier = await countRows(events.where((eb) => eb.and({ inquiryId, kind: 'changed' })));
  const id = toChangeId(inquiryId, earlier + 1);
  // The team needs no e-mail about spam.
  const isAssignment = assignee !== undefined;
  const isForTeam = status !== 'spam' || isAssignment;
  const to = destinations.filter(
    ({ reaches }) => reaches === 'programs' || (reaches === 'team' && isForTeam),
  );
  const [event] = await recordEvents(transaction, [
    { id, kind: 'changed', inquiryId, at, status, qualified, assignee, changedBy: by, note, to },
  ]);
  if (event === undefined) throw new Error(`The event ${id} was stored already`);
  return { inquiry: toStoredInquiry(changed), event };
}
