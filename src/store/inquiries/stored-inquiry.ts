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

// A record, so that no field can be left out.
const isStored: Record<keyof StoredInquiry, true> = {
  id: true,
  receivedAt: true,
  status: true,
  qualified: true,
  firstName: true,
  lastName: true,
  email: true,
  company: true,
  role: true,
  persona: true,
  companySize: true,
  industry: true,
  fundingStage: true,
  investmentAmount: true,
  timeline: true,
  message: true,
};

/** Columns of a stored inquiry, in the order of its fields. */
export const storedFields = Object.keys(isStored) as (keyof StoredInquiry)[];

export type StoredRow = Pick<Selectable<Tables['inquiries']>, (typeof storedFields)[number]>;

export function toStoredInquiry(row: StoredRow): StoredInquiry {
  const inquiry: Record<string, unknown> = {};
  for (const field of storedFields) {
    const value = row[field];
    if (value !== null) inquiry[field] = field === 'qualified' ? value === 1 : value;
  }
  return inquiry as unknown as StoredInquiry;
}
