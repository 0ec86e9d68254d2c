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

/** Columns of a stored inquiry, in the order of an export. */
export const storedFields = [
  ...(['id', 'receivedAt', 'status', 'qualified'] as const),
  ...(['firstName', 'lastName', 'email', 'company', 'role', 'persona', 'companySize'] as const),
  ...(['industry', 'fundingStage', 'investmentAmount', 'timeline', 'message'] as const),
];

export type StoredRow = Pick<Selectable<Tables['inquiries']>, (typeof storedFields)[number]>;

export function toStoredInquiry(row: StoredRow): StoredInquiry {
  const { id, receivedAt, status, qualified, fundingStage, investmentAmount, ...fields } = row;
  return {
    ...{ id, receivedAt, status },
    ...(typeof qualified === 'number' && { qualified: qualified === 1 }),
    ...fields,
    ...(fundingStage && { fundingStage }),
    ...(investmentAmount && { investmentAmount }),
  };
}
