import type { Selectable } from 'kysely';
import { refutesSuspicion } from '../../inquiry/status.ts';
import { addedFields, releasedFields, type StoredInquiry } from '../../inquiry/stored-inquiry.ts';
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

/**
 * Converts columns of a row (default: all). Omits those without a value. `qualified` becomes a
 * boolean, which SQLite lacks.
 */
export const fromRow = <Result>(
  row: Record<string, unknown>,
  names: readonly string[] = Object.keys(row),
) =>
  Object.fromEntries(
    names
      .filter((name) => row[name] !== null && row[name] !== undefined)
      .map((name) => [name, name === 'qualified' ? row[name] === 1 : row[name]]),
  ) as Result;
