import type { Inquiry } from '../inquiry/inquiry.ts';
import type { Status } from '../inquiry/status.ts';
import type { SearchKeys } from './inquiries/search-keys.ts';

/**
 * Name of a channel that notifies the team, of `src/notifications/destinations.ts`, or `inquirer`: the
 * sender of the inquiry.
 */
export type Destination = string;

/** Sent to the team once before and once after a deadline. */
export type Reminder = 'review-soon' | 'review-late' | 'response-soon' | 'response-late';

/** Sent to the other team destinations when one fails, and when it works again. */
export type OutageReport = `${'outage' | 'recovery'}-${Destination}`;

export type DeliveryKind =
  | 'received'
  | 'acknowledgement'
  | Reminder
  /** A change of an inquiry: the number of its event, in four digits for the order of kinds. */
  | `updated-${string}`
  /** A deleted inquiry, by its id: outlives its inquiry. */
  | `deleted-${string}`
  | 'digest'
  | OutageReport
  /** Sent to the team by e-mail when the mail server refuses one of its addresses. */
  | 'address-refused';

/** `failed`: given up, until it is redelivered. `void`: skipped, because it was obsolete or empty. */
export type DeliveryState = 'waiting' | 'delivered' | 'failed' | 'void';

type NullIfOptional<Values> = {
  [Name in keyof Values]: undefined extends Values[Name] ? Values[Name] | null : Values[Name];
};

/** Times are ISO 8601 in UTC with milliseconds, which sort as text. */
export interface Tables {
  inquiries: NullIfOptional<Inquiry> & {
    id: string;
    receivedAt: string;
    status: Status;
    /** Null until a review. A number, because SQLite has no booleans. */
    qualified?: 0 | 1 | null;
    assignee?: string | null;
    assignedAt?: string | null;
    /** Reason to suspect spam, until the team has judged it. */
    suspectedSpam?: string | null;
  } & Partial<SearchKeys>;
  /** Status changes and assignments, numbered from 1 for each inquiry. */
  inquiryEvents: {
    inquiryId: string;
    number: number;
    at: string;
    status: Status;
    qualified: 0 | 1 | null;
    changedBy: string | null;
    note: string | null;
    /** Of an assignment; empty for nobody. Null for a status change. */
    assignee?: string | null;
  };
  idempotencyKeys: {
    key: string;
    inquiryId: string;
    fingerprint: string;
    expiresAt: string | null;
  };
  /** Outbox: one row per inquiry, destination and kind, per daily digest, and per outage report. */
  deliveries: {
    kind: DeliveryKind;
    destination: Destination;
    /** Null for a digest and a report. */
    inquiryId: string | null;
    /** Date of a digest, in the firm's time zone; otherwise null. */
    day: string | null;
    state: DeliveryState;
    /** Since it was last queued. */
    attempts: number;
    firstAttemptAt: string | null;
    nextAttemptAt: string;
    deliveredAt: string | null;
    lastError: string | null;
    /** Token of the attempt that may save the outcome. */
    lease: string | null;
    leaseEndsAt: string | null;
    /** Number of manual redeliveries. */
    redeliveries: number;
  };
  /** Addresses of the team that the mail server refuses while it accepts others. */
  refusedAddresses: { address: string; since: string; lastError: string };
  /** Redeemed action links, each with its status change. */
  usedLinks: { inquiryId: string; action: string; expiresAt: string; eventNumber: number };
  /** Values that all processes share: keys, and the time of the last backup. */
  secrets: { name: string; value: string };
}
