import type { ColumnType, Generated } from 'kysely';
import type { Inquiry } from '../inquiry/inquiry.ts';
import type { Status } from '../inquiry/status.ts';
import type { IsoTime } from '../text/format-time.ts';

/** Sent to the team once before and once after a deadline. */
export type Reminder = 'review-soon' | 'review-late' | 'response-soon' | 'response-late';

export type EventKind =
  | 'received'
  | 'acknowledgement'
  /** The acknowledgement reached nobody. */
  | 'not-acknowledged'
  /** A new status or assignee. */
  | 'changed'
  | 'deleted'
  | Reminder
  | 'digest'
  /** The digest of a day on which inquiries are two business days late. */
  | 'escalation'
  /** A digest that names inquiries of a flood. */
  | 'flood-digest'
  /** Kinds of earlier versions, which a store may hold; nothing sends them. */
  | 'summary'
  | 'outage'
  | 'recovery'
  | 'address-refused';

/**
 * State of a delivery. The stored words, and those that people read:
 *
 * | stored      | in code and texts                                     |
 * | ----------- | ----------------------------------------------------- |
 * | `waiting`   | waiting: due now or later                             |
 * | `delivered` | delivered                                             |
 * | `failed`    | given up, until `inquiries redeliver` queues it again |
 * | `void`      | skipped, or dismissed after it was given up           |
 */
export type DeliveryState = 'waiting' | 'delivered' | 'failed' | 'void';

/** Reason to skip a delivery: when an inquiry arrives, or later. */
export type SkipReason =
  /** A flood digest names the inquiry. */
  | 'flood'
  /** The daily digest names the suspected spam. */
  | 'suspected-flood'
  | 'suspected-spam'
  /** The address had an acknowledgement in 24 hours. */
  | 'acknowledged-address'
  /** All addresses had as many acknowledgements in 24 hours as are allowed. */
  | 'acknowledged-total'
  /** The recipients were removed from the settings. */
  | 'no-recipient'
  /** The message has no text for the destination. */
  | 'no-text'
  /** The settings of the destination were removed four days ago. */
  | 'not-configured';

/** A column that is null if an inserted row omits it. */
type Nullable<Value> = ColumnType<Value | null, Value | null | undefined, Value | null>;

type NullIfOptional<Values> = {
  [Name in keyof Values]: undefined extends Values[Name] ? Values[Name] | null : Values[Name];
};

export interface Tables {
  inquiries: InquiriesTable;
  events: EventsTable;
  deliveries: DeliveriesTable;
  usedLinks: UsedLinksTable;
  idempotencyKeys: IdempotencyKeysTable;
  /** Named for its first values; older programs use the name. */
  secrets: SharedValuesTable;
}

/** Inquiries as visitors entered them, with their present state. */
interface InquiriesTable extends NullIfOptional<Inquiry> {
  /** UUID: version 7, unless imported. */
  id: string;
  receivedAt: IsoTime;
  status: Status;
  /** Null until a review. A number, because SQLite has no booleans. */
  qualified?: 0 | 1 | null;
  /** Null for nobody. */
  assignee?: string | null;
  /** Time of the last assignment; null for nobody. */
  assignedAt?: IsoTime | null;
  /** Reason to suspect spam, until the team has judged it. */
  suspectedSpam?: string | null;
  /** Last reminder that was recorded, or is not sent because a flood digest names the inquiry. */
  lastReminder?: Reminder | null;
  /** The e-mail address as `toSearchKey` returns it, which inquiries from one address share. */
  searchEmail?: string;
  /** Hash of the message, which equal messages share: 64 bits in base64url. */
  messageKey?: string;
}

/** Events, with the contents of their notifications. A deletion has only number, id, kind, time and reason. */
interface EventsTable {
  /** Counted up by the database, which orders events. */
  number: Generated<number>;
  /** Stable and unique, such as `updated-2-<inquiry>`: the `webhook-id`, and the start of the Message-ID. */
  id: string;
  kind: EventKind;
  /** Null for a deletion, and for what concerns no inquiry. */
  inquiryId: Nullable<string>;
  at: IsoTime;
  /** Status after a change; null for all other kinds. */
  status: Nullable<Status>;
  /** After a change; null until a review. */
  qualified: Nullable<0 | 1>;
  /** New assignee; empty for nobody, null for a status change. */
  assignee: Nullable<string>;
  /** Name that somebody entered, at most 100 characters; null for the command without `--by`. */
  changedBy: Nullable<string>;
  /** At most 2,000 characters. */
  note: Nullable<string>;
  /** Day of a digest, in the firm's time zone; reason of a deletion. */
  about: Nullable<string>;
}

/** Outbox: one row for an event and a destination. */
interface DeliveriesTable {
  /** Number of the event. */
  event: number;
  /** Name of the destination. */
  destination: string;
  state: DeliveryState;
  /** Since it was last queued. */
  attempts: number;
  /** Since it was last queued; null before. */
  firstAttemptAt: Nullable<IsoTime>;
  /** Due time. After the last attempt, it stays. */
  nextAttemptAt: IsoTime;
  /** Null unless delivered. */
  deliveredAt: Nullable<IsoTime>;
  /** At most 200 characters. */
  lastError: Nullable<string>;
  /** Null unless it was skipped, and for what is obsolete or dismissed. */
  skipReason: Nullable<SkipReason>;
  /** Number of the flood digest that names the inquiry of a skipped e-mail; null until one does that is not lost. */
  digest: Nullable<number>;
  /** Token of the attempt that may save the outcome. */
  lease: Nullable<string>;
  /** From then on, another process may attempt the delivery. */
  leaseEndsAt: Nullable<IsoTime>;
  /** Always 0: servers of 2.0.0 read it. */
  redeliveries: number;
  /** Addresses, separated by spaces, that still need an e-mail which others have. Null: all do. */
  pendingRecipients: Nullable<string>;
}

/** Redeemed action links. */
interface UsedLinksTable {
  inquiryId: string;
  /** With the number of the change that it takes back, such as `reopen-2`; of 2.0.0, without. */
  action: string;
  /** Expiry of the link. Inquiry, action and expiry identify it. */
  expiresAt: IsoTime;
  /** Number of the event of its change. */
  event: number;
}

/** Keys of the inquiries of the last 24 hours. */
interface IdempotencyKeysTable {
  /** HMAC of the content. */
  key: string;
  inquiryId: string;
  /** Always empty: servers of 2.0.0 use it for keys that callers choose. */
  fingerprint: string;
  expiresAt: IsoTime | null;
}

/** Values that all processes share: keys, the clock, and the time of the last backup. */
interface SharedValuesTable {
  name: string;
  value: string;
}
