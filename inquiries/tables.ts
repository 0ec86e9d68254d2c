import type { Inquiry } from './inquiry.ts';
import type { SearchKeys } from './search-keys.ts';

export const statuses = ['new', 'reviewed', 'responded', 'declined', 'spam'] as const;

export type Status = (typeof statuses)[number];

/** Where news of an inquiry goes. */
export type Destination = 'email' | 'webhook';

/** `failed`: given up, until somebody has it delivered again. */
export type DeliveryState = 'waiting' | 'delivered' | 'failed';

/** Times are ISO 8601 in UTC with milliseconds, which sort as text on every database. */
export interface Tables {
  inquiries: Omit<Inquiry, 'fundingStage' | 'investmentAmount'> & {
    id: string;
    receivedAt: string;
    status: Status;
    /** Null as long as nobody judged it. A number, because SQLite has no booleans. */
    qualified?: 0 | 1 | null;
    fundingStage?: string | null;
    investmentAmount?: string | null;
  } & Partial<SearchKeys>;
  /** Each change of an inquiry's status, numbered from 1. */
  inquiryEvents: {
    inquiryId: string;
    number: number;
    at: string;
    status: Status;
    qualified: 0 | 1 | null;
    changedBy: string | null;
    note: string | null;
  };
  idempotencyKeys: {
    key: string;
    inquiryId: string;
    fingerprint: string;
    expiresAt: string | null;
  };
  /** The outbox: a row for each inquiry and destination. */
  deliveries: {
    inquiryId: string;
    destination: Destination;
    state: DeliveryState;
    /** Since it was queued, or queued again. */
    attempts: number;
    firstAttemptAt: string | null;
    nextAttemptAt: string;
    deliveredAt: string | null;
    lastError: string | null;
    /** Names the one attempt that may write its outcome. */
    lease: string | null;
    leaseEndsAt: string | null;
  };
  /** Links of mails that were confirmed, each with the change of status that it made. */
  usedLinks: { inquiryId: string; action: string; expiresAt: string; eventNumber: number };
  secrets: { name: string; value: string };
}
