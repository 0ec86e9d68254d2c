import type { Selectable } from 'kysely';
import { refutesSuspicion } from '../../inquiry/status.ts';
import { addedFields, releasedFields, type StoredInquiry } from '../../inquiry/stored-inquiry.ts';
import { fromRow } from '../from-row.ts';
import type { Tables } from '../tables.ts';

/**
 * Columns of a stored inquiry, new ones last. Queries select all columns with `*`, because a store
 * that is not migrated yet lacks the newest ones.
 */
export const storedFields = [
  ...releasedFields,
  ...addedFields,
  'assignee',
  'assignedAt',
  'suspectedSpam',
] as const;

export type StoredRow = Selectable<Tables['inquiries']>;

export function toStoredInquiry(row: StoredRow): StoredInquiry {
  const { suspectedSpam, ...inquiry } = fromRow<StoredInquiry>(row, storedFields);
  if (suspectedSpam === undefined || refutesSuspicion(row.status)) return inquiry;
  return { ...inquiry, suspectedSpam };
}

/** Converts a boolean to its stored form, because SQLite has no booleans. */
export const toBit = (value: boolean | undefined) =>
  value === undefined ? null : (Number(value) as 0 | 1);
