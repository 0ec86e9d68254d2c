import type { Transaction } from 'kysely';
import type { IsoTime } from '../../text/format-time.ts';
import type { Tables } from '../tables.ts';
import { selectSuspected } from './due-inquiries.ts';
import type { StoredRow } from './inquiry-rows.ts';

/**
 * Reads an inquiry and locks its row, so that concurrent changes run one after the other; undefined
 * if it is deleted. Not `forUpdate`, because other events of the inquiry, such as reminders, would
 * wait for it.
 */
export function lockInquiry(
  transaction: Transaction<Tables>,
  id: string,
): Promise<StoredRow | undefined> {
  const query = transaction.selectFrom('inquiries').selectAll().where('id', '=', id);
  return query.forNoKeyUpdate().executeTakeFirst();
}

/**
 * Reads and locks those inquiries with these ids that are suspected spam and arrived until a time.
 */
export function lockSuspected(
  transaction: Transaction<Tables>,
  until: IsoTime,
  ids: string[],
): Promise<StoredRow[]> {
  const suspected = selectSuspected({ db: transaction }, until).selectAll();
  return suspected.where('id', 'in', ids).orderBy('id').forNoKeyUpdate().execute();
}

export type ChangedColumns = Partial<
  Pick<StoredRow, 'status' | 'qualified' | 'suspectedSpam' | 'assignee' | 'assignedAt'>
>;

/** Updates columns of a locked inquiry. */
export async function updateLocked(
  transaction: Transaction<Tables>,
  id: string,
  columns: ChangedColumns,
): Promise<void> {
  await transaction.updateTable('inquiries').set(columns).where('id', '=', id).execute();
}
