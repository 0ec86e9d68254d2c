import type { IsoTime } from '../text/format-time.ts';
import { fieldRecords, type Inquiry } from './inquiry.ts';
import type { ReviewState } from './status.ts';

/** An inquiry of the store. A review sets `qualified`. */
export type StoredInquiry = ReviewState & {
  /** UUID: version 7 (RFC 9562), unless imported. */
  id: string;
  receivedAt: IsoTime;
  assignee?: string;
  assignedAt?: IsoTime;
} & Pick<Inquiry, Extract<(typeof releasedFields)[number], keyof Inquiry>> &
  Partial<Inquiry>;

/** A status change or an assignment, with the status after it. */
export interface HistoryEntry extends ReviewState {
  at: IsoTime;
  /** New assignee of an assignment; empty for nobody. */
  assignee?: string;
  by?: string;
  note?: string;
}

/** Number of inquiries that a query matches, and the first of them. */
export interface FirstInquiries {
  count: number;
  first: StoredInquiry[];
}

/** Fields of 2.0.0, in the order of an export. Each inquiry has the required ones. */
export const releasedFields = [
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

/** Fields of the form that inquiries from before them lack. */
export const addedFields = (Object.keys(fieldRecords) as (keyof Inquiry)[]).filter(
  (name) => !(releasedFields as readonly string[]).includes(name),
);
