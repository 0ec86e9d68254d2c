import type { Inquiry } from '../inquiry/inquiry.ts';
import type { Status } from '../inquiry/transition.ts';
import type { SearchKeys } from './inquiries/search-keys.ts';

/** Channels to the team: e-mail, and another program. */
export type TeamDestination = 'email' | 'webhook';

/** Where news goes: to the team, or to who sent the inquiry. */
export type Destination = TeamDestination | 'inquirer';

/** Sent to the team once, when a deadline is near and when it has passed. */
export type Reminder = 'review-soon' | 'review-late' | 'response-soon' | 'response-late';

/** Sent to one of the team's destinations when the other one fails, and when it works again. */
export type OutageReport = `${TeamDestination}-${'failed' | 'recovered'}`;

/** What a delivery tells. */
export type DeliveryKind = 'received' | 'acknowledgement' | Reminder | 'digest' | OutageReport;

/**
 * `failed`: given up, until somebody has it delivered again. `void`: not sent, because it was no
 * longer true or there was nothing to say.
 */
export type DeliveryState = 'waiting' | 'delivered' | 'failed' | 'void';

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
  /**
   * The outbox: a row for each inquiry, destination and kind, for each day's digest, and for each
   * kind of report about an outage.
   */
  deliveries: {
    kind: DeliveryKind;
    destination: Destination;
    /** Null for a digest and a report. */
    inquiryId: string | null;
    /** The digest's date, in the firm's time zone; null for all others. */
    day: string | null;
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
    /** How often the team had it sent again. */
    redeliveries: number;
  };
  /** What failed last at each destination that ever did; without `endedAt`, it still fails. */
  outages: {
    destination: TeamDestination;
    /** When the first delivery was given up. */
    beganAt: string;
    endedAt: string | null;
    /** How many deliveries were given up meanwhile. */
    givenUp: number;
    lastError: string;
  };
  /** Links of mails that were confirmed, each with the change of status that it made. */
  usedLinks: { inquiryId: string; action: string; expiresAt: string; eventNumber: number };
  secrets: { name: string; value: string };
}
