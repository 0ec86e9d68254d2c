import type { Transaction } from 'kysely';
import { toIso } from '../../inquiry/format-time.ts';
import { type StatusChange, type Status, transition } from '../../inquiry/status.ts';
import { wrapStoreErrors } from '../store-errors.ts';
import type { Store } from '../store.ts';
import type { Tables } from '../tables.ts';
import { type StoredInquiry, type StoredRow, toStoredInquiry } from './stored-inquiry.ts';

export interface UpdateDependencies {
  store: Store;
  /** Returns milliseconds since the epoch. */
  clock: () => number;
}

/** A status change with an optional author and note, limited by `maxUpdateLengths`. */
export type StatusUpdate = StatusChange & { by?: string | undefined; note?: string | undefined };

export const maxUpdateLengths = { by: 100, note: 2000 } as const;

export type UpdateResult =
  | { outcome: 'marked'; inquiry: StoredInquiry }
  | { outcome: 'refused'; reason: 'unchanged' | 'not-allowed'; from: Status; allowed: Status[] }
  | { outcome: 'unknown' };

/** Changes an inquiry's status and records the change. Throws `StoreUnavailable`. */
export async function updateStatus(
  { store, clock }: UpdateDependencies,
  id: string,
  update: StatusUpdate,
): Promise<UpdateResult> {
  const at = toIso(clock());
  const write = async (transaction: Transaction<Tables>): Promise<UpdateResult> => {
    const row = await lockInquiry(transaction, id);
    return row ? updateLockedStatus(transaction, row, at, update) : { outcome: 'unknown' };
  };
  return wrapStoreErrors(
    'The status could not be stored',
    () => store.db.transaction().execute(write),
    store.isConstraintViolation,
  );
}

/** Reads and locks an inquiry in one statement, so that concurrent updates run in turn. */
export const lockInquiry = (
  transaction: Transaction<Tables>,
  id: string,
): Promise<StoredRow | undefined> =>
  transaction
    .updateTable('inquiries')
    .set(({ ref }) => ({ status: ref('status') }))
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst();

/** Updates the status of a locked inquiry. `at` is ISO 8601 in UTC. */
export async function updateLockedStatus(
  transaction: Transaction<Tables>,
  row: StoredRow,
  at: string,
  update: StatusUpdate,
): Promise<Exclude<UpdateResult, { outcome: 'unknown' }>> {
  const { id } = row;
  const inquiry = toStoredInquiry(row);
  const result = transition(inquiry, update);
  if (!result.ok) {
    const { reason, allowed } = result;
    return { outcome: 'refused', reason, from: inquiry.status, allowed };
  }

  const { status, qualified } = result.state;
  const state = { status, qualified: toBit(qualified) };
  await transaction.updateTable('inquiries').set(state).where('id', '=', id).execute();
  await transaction
    .insertInto('inquiryEvents')
    .values({
      inquiryId: id,
      number: (await countEvents(transaction, id)) + 1,
      at,
      ...state,
      changedBy: update.by ?? null,
      note: update.note ?? null,
    })
    .execute();
  return { outcome: 'marked', inquiry: toStoredInquiry({ ...row, ...state }) };
}

/** Counts the status changes, which is the number of the last one. */
export async function countEvents(transaction: Transaction<Tables>, id: string): Promise<number> {
  const { count } = await transaction
    .selectFrom('inquiryEvents')
    .select(({ fn }) => fn.countAll().as('count'))
    .where('inquiryId', '=', id)
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** Converts to the stored form: SQLite has no booleans. */
export function toBit(value: boolean | undefined): 0 | 1 | null {
  if (value === undefined) return null;
  return value ? 1 : 0;
}
