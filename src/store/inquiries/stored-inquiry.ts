import type { Selectable } from 'kysely';
import type { Inquiry } from '../../inquiry/inquiry.ts';
import type { Status } from '../../inquiry/transition.ts';
import type { Tables } from '../tables.ts';

/**
 * A stored inquiry. `receivedAt` is ISO 8601 in UTC, `id` a UUID version 7 (RFC 9562); a review sets
 * `qualified`.
 */
export type StoredInquiry = {
  id: string;
  receivedAt: string;
  status: Status;
  qualified?: boolean;
} & Inquiry;

/** Columns of a stored inquiry, in the order of its fields. */
export const storedFields = [
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
] as const satisfies (keyof StoredInquiry)[];

export type StoredRow = Pick<Selectable<Tables['inquiries']>, (typeof storedFields)[number]>;

export const toStoredInquiry = (row: StoredRow): StoredInquiry =>
  Object.fromEntries(
    Object.entries(row)
      .filter(([, value]) => value !== null)
      .map(([field, value]) => (field === 'qualified' ? [field, value === 1] : [field, value])),
  ) as unknown as StoredInquiry;
