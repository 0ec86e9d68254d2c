import type { Inquiry } from './inquiry.ts';

export type Status = 'new' | 'reviewed' | 'responded' | 'declined' | 'spam';

/** Times are ISO 8601 in UTC with milliseconds, which sort as text on every database. */
export interface Tables {
  inquiries: Omit<Inquiry, 'fundingStage' | 'investmentAmount'> & {
    id: string;
    receivedAt: string;
    status: Status;
    fundingStage?: string | null;
    investmentAmount?: string | null;
  };
  idempotencyKeys: {
    key: string;
    inquiryId: string;
    fingerprint: string;
    expiresAt: string | null;
  };
  secrets: { name: string; value: string };
}
