import type { IsoTime } from '../text/format-time.ts';
import { fieldRecords, type Inquiry } from './inquiry.ts';
import type { ReviewState } from './status.ts';

/** An inquiry in the store. */
export type StoredInquiry = ReviewState & {
  /** UUID of version 7 (RFC 9562), unless imported. */
  id: string;
  receivedAt: IsoTime;
  assignee?: string;
  assignedAt?: IsoTime;
} & Pick<Inquiry, Extract<(typeof releasedFields)[number], keyof Inquiry>> &
  Partial<Inquiry>;

/** A status change or an assignment, with the status after it. */
export interface HistoryEntry extends ReviewState {
  at: IsoTime;
  /** New assignee, if this is an assignment; empty for nobody. */
  assignee?: string;
  by?: string;
  note?: string;
}

/** A stored inquiry in the format of an export. */
export type InquiryWithHistory = StoredInquiry & {
  /** Oldest first. */
  history: HistoryEntry[];
};

/** Number of inquiries that match a query, and the first of them. */
export interface FirstInquiries {
  count: number;
  first: StoredInquiry[];
}

/** Fields of version 2.0.0, in the order of an export. Every inquiry has the required ones. */
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

/** Fields that were added to the form later: older inquiries lack them. */
export const addedFields = (Object.keys(fieldRecords) as (keyof Inquiry)[]).filter(
  (name) => !(releasedFields as readonly string[]).includes(name),
);
