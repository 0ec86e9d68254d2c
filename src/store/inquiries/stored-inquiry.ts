import type { Selectable } from 'kysely';
import { fields, type Inquiry } from '../../inquiry/inquiry.ts';
import type { ReviewState } from '../../inquiry/status.ts';
import type { Tables } from '../tables.ts';

/** `id` is a UUID version 7 (RFC 9562), `receivedAt` ISO 8601 in UTC; a review sets `qualified`. */
export type StoredInquiry = ReviewState & {
  id: string;
  receivedAt: string;
  assignee?: string;
  /** ISO 8601 in UTC. */
  assignedAt?: string;
} & Pick<Inquiry, ReleasedField> &
  Partial<Inquiry>;

/** Of 2.0.0, in the order of an export. Each inquiry has the required ones, an older one no others. */
const releasedFields = [
  'id',
  'receivedAt',
  'status',
  'qualified',
  'firstName',
  'lastName',
  'email',
  'company',
  'role',
  'persona',
  'companySize',
  'industry',
  'fundingStage',
  'investmentAmount',
  'timeline',
  'message',
] as const;

type ReleasedField = Extract<(typeof releasedFields)[number], keyof Inquiry>;

/** Fields of the form that inquiries from before them lack. */
export const addedFields = (Object.keys(fields) as (keyof Inquiry)[]).filter(
  (name) => !(releasedFields as readonly string[]).includes(name),
);

/**
 * Columns of a stored inquiry, new ones last. Queries select all columns of inquiries, because a store that
 * is not migrated yet lacks the newest.
 */
export const storedFields = [
  ...releasedFields,
  ...addedFields,
  'assignee',
  'assignedAt',
  'suspectedSpam',
] as const;

export type StoredRow = Selectable<Tables['inquiries']>;

export const toStoredInquiry = (row: StoredRow) => fromRow<StoredInquiry>(row, storedFields);

/** Converts columns of a row (default: all), except those without a value. SQLite has no booleans. */
export const fromRow = <Result>(
  row: Record<string, unknown>,
  names: readonly string[] = Object.keys(row),
) =>
  Object.fromEntries(
    names
      .filter((name) => row[name] !== null && row[name] !== undefined)
      .map((name) => [name, name === 'qualified' ? row[name] === 1 : row[name]]),
  ) as Result;
