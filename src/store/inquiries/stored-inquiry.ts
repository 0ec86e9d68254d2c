import type { Selectable } from 'kysely';
import type { Inquiry } from '../../inquiry/inquiry.ts';
import type { Status } from '../../inquiry/transition.ts';
import type { Tables } from '../tables.ts';

/**
 * An inquiry as the store has it. `receivedAt` is ISO 8601 in UTC; `id` is a UUID of version 7
 * (RFC 9562); `qualified` is there once somebody judged it.
 */
export type StoredInquiry = {
  id: string;
  receivedAt: string;
  status: Status;
  qualified?: boolean;
} & Inquiry;

/** The columns that make it, in the order of its fields. */
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

/** The same in the store. */
export type StoredRow = Pick<Selectable<Tables['inquiries']>, (typeof storedFields)[number]>;

export const toStoredInquiry = (row: StoredRow): StoredInquiry =>
  Object.fromEntries(
    Object.entries(row)
      .filter(([, value]) => value !== null)
      .map(([field, value]) => (field === 'qualified' ? [field, value === 1] : [field, value])),
  ) as unknown as StoredInquiry;
