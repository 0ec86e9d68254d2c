import type { Kysely, Transaction } from 'kysely';
import { toIso } from '../../inquiry/format-time.ts';
import { normalizeLine } from '../../inquiry/normalize-text.ts';
import { isOpen, type StatusChange, type Status, transition } from '../../inquiry/status.ts';
import { batchSize, repeatBatches } from '../batches.ts';
import { recordEvents } from '../events.ts';
import { countRows, type Store } from '../store.ts';
import type { Destination, Tables } from '../tables.ts';
import { selectSuspected } from './list-inquiries.ts';
import { type StoredInquiry, type StoredRow, toStoredInquiry } from './stored-inquiry.ts';

export interface UpdateDependencies {
  store: Store;
  /** Returns milliseconds since the epoch. */
  clock: () => number;
  /** Destinations that are notified of the change (default: none). */
  destinations?: readonly Destination[];
}

/** Author and note of a change, limited by `maxUpdateLengths`. */
export type ChangeDetails = { by?: string | undefined; note?: string | undefined };

export type StatusUpdate = StatusChange & ChangeDetails;

/** `assignee`: empty for nobody. */
export type Assignment = { assignee: string } & ChangeDetails;

export const maxUpdateLengths = { by: 100, note: 2000 } as const;

export type UpdateResult =
  /** `event`: number of the change. */
  | { outcome: 'marked'; inquiry: StoredInquiry; event: number }
  | { outcome: 'refused'; reason: 'unchanged' | 'not-allowed'; from: Status };

/** Changes an inquiry's status and records the change; undefined if the inquiry is deleted. */
export const updateStatus = (
  dependencies: UpdateDependencies,
  id: string,
  update: StatusUpdate,
): Promise<UpdateResult | undefined> =>
  changeLocked(dependencies, id, (locked) => updateLockedStatus(locked, update));

export type AssignmentResult =
  | { outcome: 'assigned'; inquiry: StoredInquiry }
  /** `closed`: nothing is due. */
  | { outcome: 'refused'; reason: 'unchanged' | 'closed' };

/** Assigns an inquiry and records the change; undefined if the inquiry is deleted. */
export const assignInquiry = (
  dependencies: UpdateDependencies,
  id: string,
  assignment: Assignment,
): Promise<AssignmentResult | undefined> =>
  changeLocked(dependencies, id, (locked) => assignLocked(locked, assignment));

/** An inquiry that a transaction has locked. */
export interface LockedInquiry {
  transaction: Transaction<Tables>;
  row: StoredRow;
  /** Time of the change, ISO 8601 in UTC. */
  at: string;
  destinations: readonly Destination[];
}

/** Runs a change in the transaction that locks its inquiry; undefined if the inquiry is deleted. */
export function changeLocked<Result>(
  { store, clock, destinations = [] }: UpdateDependencies,
  id: string,
  change: (locked: LockedInquiry) => Promise<Result>,
): Promise<Result | undefined> {
  const at = toIso(clock());
  return store.db.transaction().execute(async (transaction) => {
    // Reads and locks in one statement, so that concurrent changes run in turn.
    const row = await transaction
      .updateTable('inquiries')
      .set(({ ref }) => ({ status: ref('status') }))
      .where('id', '=', id)
      .returningAll()
      .executeTakeFirst();
    return row && change({ transaction, row, at, destinations });
  });
}

/** Updates the status of a locked inquiry. */
export async function updateLockedStatus(
  locked: LockedInquiry,
  { by, note, ...change }: StatusUpdate,
): Promise<UpdateResult> {
  const inquiry = toStoredInquiry(locked.row);
  const result = transition(inquiry, change);
  if (!result.ok) {
    return { outcome: 'refused', reason: result.reason, from: inquiry.status };
  }
  const { status, qualified } = result.state;
  const isNoSpam =
    status === 'new' || status === 'responded' || (status === 'reviewed' && qualified);
  const suspectedSpam = isNoSpam ? null : (locked.row.suspectedSpam ?? null);
  const columns = { status, qualified: toBit(qualified), suspectedSpam };
  return { outcome: 'marked', ...(await saveChange(locked, columns, { by, note })) };
}

/** Marks the suspected spam until a time (ISO 8601) as spam. */
export async function markSuspected(
  { store, clock, destinations = [] }: UpdateDependencies,
  until: string,
  by: string,
): Promise<void> {
  const at = toIso(clock());
  const markBatch = () =>
    store.db.transaction().execute(async (transaction) => {
      const query = selectSuspected({ db: transaction }, until)
        .selectAll()
        .limit(batchSize)
        .forUpdate();
      const rows = await query.execute();
      for (const row of rows)
        await updateLockedStatus({ transaction, row, at, destinations }, { status: 'spam', by });
      return rows.length;
    });
  await repeatBatches(markBatch);
}

/** Reads the assignees of the latest inquiries that have one, each once. */
export async function readAssignees(db: Kysely<Tables>): Promise<string[]> {
  const rows = await db
    .selectFrom('inquiries')
    .select('assignee')
    .where('assignee', 'is not', null)
    .orderBy('receivedAt', 'desc')
    .limit(200)
    .$narrowType<{ assignee: string }>()
    .execute();
  return [...new Set(rows.map(({ assignee }) => assignee))];
}

/** Assigns a locked inquiry and records the change. A closed one can only be taken from its assignee. */
export async function assignLocked(
  locked: LockedInquiry,
  { assignee: name, ...details }: Assignment,
): Promise<AssignmentResult> {
  const assignee = normalizeLine(name);
  if ((locked.row.assignee ?? '') === assignee) return { outcome: 'refused', reason: 'unchanged' };
  if (assignee && !isOpen(toStoredInquiry(locked.row)))
    return { outcome: 'refused', reason: 'closed' };
  const columns = { assignee: assignee || null, assignedAt: assignee ? locked.at : null };
  const { inquiry } = await saveChange(locked, columns, { assignee, ...details });
  return { outcome: 'assigned', inquiry };
}

/** Stores changed columns with their event, and queues its notifications. */
export async function saveChange(
  { transaction, row, at, destinations }: LockedInquiry,
  columns: Partial<StoredRow>,
  { by, note, assignee }: ChangeDetails & Partial<Assignment>,
): Promise<{ inquiry: StoredInquiry; event: number }> {
  const changed = { ...row, ...columns };
  const { status, qualified = null, id: inquiryId } = changed;
  await transaction.updateTable('inquiries').set(columns).where('id', '=', inquiryId).execute();
  const changes = transaction
    .selectFrom('events')
    .where('inquiryId', '=', inquiryId)
    .where('kind', '=', 'changed');
  const id = `updated-${(await countRows(changes)) + 1}-${inquiryId}`;
  const state = { kind: 'changed', inquiryId, at, status, qualified } as const;
  // The team needs no e-mail about spam.
  const isForTeam = status !== 'spam' || assignee !== undefined;
  const to = destinations.filter(
    ({ reaches }) => reaches === 'programs' || (reaches === 'team' && isForTeam),
  );
  const details = { assignee, changedBy: by, note };
  const [number = 0] = await recordEvents(transaction, [{ id, ...state, ...details, to }]);
  return { inquiry: toStoredInquiry(changed), event: number };
}

/** Converts to the stored form: SQLite has no booleans. */
export function toBit(value: boolean | undefined): 0 | 1 | null {
  if (value === undefined) return null;
  return value ? 1 : 0;
}
