import type { Transaction } from 'kysely';
import { toIso } from '../../inquiry/to-iso.ts';
import { type Change, type Status, transition } from '../../inquiry/transition.ts';
import { orUnavailable } from '../store-errors.ts';
import type { Store } from '../store.ts';
import type { Tables } from '../tables.ts';
import {
  storedFields,
  type StoredInquiry,
  type StoredRow,
  toStoredInquiry,
} from './stored-inquiry.ts';

export interface MarkDependencies {
  store: Store;
  /** The time now, in milliseconds since the epoch. */
  clock: () => number;
}

/** What somebody makes of an inquiry; `by` has at most 100 characters, `note` at most 2,000. */
export type Mark = Change & { by?: string | undefined; note?: string | undefined };

export const maxMarkLengths = { by: 100, note: 2000 } as const;

export type Marked =
  | { outcome: 'marked'; inquiry: StoredInquiry }
  | { outcome: 'refused'; reason: 'unchanged' | 'not-allowed'; from: Status; allowed: Status[] }
  | { outcome: 'unknown' };

/** Changes an inquiry's status, by its whole id, and keeps the change. Throws `StoreUnavailable`. */
export async function markInquiry(
  { store, clock }: MarkDependencies,
  id: string,
  mark: Mark,
): Promise<Marked> {
  const at = toIso(clock());
  const write = async (transaction: Transaction<Tables>): Promise<Marked> => {
    const row = await lockInquiry(transaction, id);
    return row ? markLocked(transaction, row, at, mark) : { outcome: 'unknown' };
  };
  return orUnavailable(
    'The status could not be stored',
    () => store.db.transaction().execute(write),
    store.isConstraintViolation,
  );
}

/** Reads and locks at once, on every database: of two who mark it now, the second sees the first. */
export const lockInquiry = (
  transaction: Transaction<Tables>,
  id: string,
): Promise<StoredRow | undefined> =>
  transaction
    .updateTable('inquiries')
    .set(({ ref }) => ({ status: ref('status') }))
    .where('id', '=', id)
    .returning(storedFields)
    .executeTakeFirst();

/** Marks the inquiry that this transaction has locked. `at` is ISO 8601 in UTC. */
export async function markLocked(
  transaction: Transaction<Tables>,
  row: StoredRow,
  at: string,
  mark: Mark,
): Promise<Exclude<Marked, { outcome: 'unknown' }>> {
  const { id } = row;
  const inquiry = toStoredInquiry(row);
  const step = transition(inquiry, mark);
  if (!step.ok) {
    const { reason, allowed } = step;
    return { outcome: 'refused', reason, from: inquiry.status, allowed };
  }

  const { status, qualified } = step.standing;
  const standing = { status, qualified: toBit(qualified) };
  await transaction.updateTable('inquiries').set(standing).where('id', '=', id).execute();
  await transaction
    .insertInto('inquiryEvents')
    .values({
      inquiryId: id,
      number: (await countEvents(transaction, id)) + 1,
      at,
      ...standing,
      changedBy: mark.by ?? null,
      note: mark.note ?? null,
    })
    .execute();
  return { outcome: 'marked', inquiry: toStoredInquiry({ ...row, ...standing }) };
}

/** How many changes of its status are kept, which is the number of the last one. */
export async function countEvents(transaction: Transaction<Tables>, id: string): Promise<number> {
  const { count } = await transaction
    .selectFrom('inquiryEvents')
    .select(({ fn }) => fn.countAll().as('count'))
    .where('inquiryId', '=', id)
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** As the store has it: SQLite has no booleans. */
export function toBit(value: boolean | undefined): 0 | 1 | null {
  if (value === undefined) return null;
  return value ? 1 : 0;
}
