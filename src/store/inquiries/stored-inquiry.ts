import type { Selectable } from 'kysely';
import { fields, type Inquiry } from '../../inquiry/inquiry.ts';
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

/** In the order of an export. */
const releasedFields = [
  ...(['id', 'receivedAt', 'status', 'qualified'] as const),
  ...(['firstName', 'lastName', 'email', 'company', 'role', 'persona', 'companySize'] as const),
  ...(['industry', 'fundingStage', 'investmentAmount', 'timeline', 'message'] as const),
];

/** Columns of a stored inquiry. New ones are the last of an export. */
export const storedFields = [
  ...new Set([...releasedFields, ...(Object.keys(fields) as (keyof Inquiry)[])]),
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
