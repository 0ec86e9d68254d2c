import type { ColumnType, Generated } from 'kysely';
import type { Inquiry } from '../inquiry/inquiry.ts';
import type { Status } from '../inquiry/status.ts';
import type { IsoTime } from '../text/format-time.ts';

/** Kind of a reminder, which the team gets once before and once after a deadline. */
export type Reminder = 'review-soon' | 'review-late' | 'response-soon' | 'response-late';

export type EventKind =
  | 'received'
  | 'acknowledgement'
  /** Tells the team that the acknowledgement reached nobody. */
  | 'not-acknowledged'
  /** A new status or assignee. */
  | 'changed'
  | 'deleted'
  | Reminder
  | 'digest'
  /**
   * The digest for the recipients of escalations, on a day when inquiries are two business days
   * late.
   */
  | 'escalation'
  /** A digest that names inquiries of a flood. */
  | 'flood-digest'
  /** Kinds of earlier versions, which a store may contain. They are no longer sent. */
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
  /** The address got an acknowledgement in the last 24 hours. */
  | 'acknowledged-address'
  /** The limit of acknowledgements to all addresses in 24 hours is reached. */
  | 'acknowledged-total'
  /** The recipients were removed from the settings. */
  | 'no-recipient'
  /** The message has no text for the destination. */
  | 'no-text'
  /** The settings of the destination were removed at least four days ago. */
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
  /** Values that processes share. The name is that of the first ones, and older programs use it. */
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
  /** Null if unassigned. */
  assignee?: string | null;
  /** Time of the last assignment; null if unassigned. */
  assignedAt?: IsoTime | null;
  /** Reason to suspect spam, until the team has judged it. */
  suspectedSpam?: string | null;
  /**
   * Last reminder that was recorded, or that was omitted because a flood digest names the inquiry.
   */
  lastReminder?: Reminder | null;
  /** The e-mail address as `toSearchKey` returns it. Inquiries from one address share it. */
  searchEmail?: string;
  /** Hash of the message, 64 bits in base64url. Equal messages share it. */
  messageKey?: string;
}

/**
 * Events, with the data of their notifications. A deletion has only number, id, kind, time and
 * reason.
 */
interface EventsTable {
  /** Incremented by the database. Orders events. */
  number: Generated<number>;
  /**
   * Stable and unique, such as `updated-2-<inquiry>`. Sent as `webhook-id` and as the start of the
   * Message-ID.
   */
  id: string;
  kind: EventKind;
  /** Null for a deletion, and for an event that belongs to no inquiry. */
  inquiryId: Nullable<string>;
  at: IsoTime;
  /** Status after a change; null for all other kinds. */
  status: Nullable<Status>;
  /** Value after a change; null until a review. */
  qualified: Nullable<0 | 1>;
  /** New assignee; empty if unassigned, null for a change of the status. */
  assignee: Nullable<string>;
  /** Name that somebody entered, at most 100 characters; null for the command without `--by`. */
  changedBy: Nullable<string>;
  /** At most 2,000 characters. */
  note: Nullable<string>;
  /** Day of a digest in the firm's time zone, or reason of a deletion. */
  about: Nullable<string>;
}

/** Outbox, with one row for each event and destination. */
interface DeliveriesTable {
  /** Number of the event. */
  event: number;
  /** Name of the destination. */
  destination: string;
  state: DeliveryState;
  /** Number of attempts since it was last queued. */
  attempts: number;
  /** Time of the first attempt since it was last queued; null before that. */
  firstAttemptAt: Nullable<IsoTime>;
  /** Due time. Does not change after the last attempt. */
  nextAttemptAt: IsoTime;
  /** Null unless delivered. */
  deliveredAt: Nullable<IsoTime>;
  /** At most 200 characters. */
  lastError: Nullable<string>;
  /** Null unless it was skipped. Also null if it is obsolete or was dismissed. */
  skipReason: Nullable<SkipReason>;
  /**
   * Event number of the flood digest that names the inquiry of a skipped e-mail. Null until a
   * digest names it, and again if that digest is lost.
   */
  digest: Nullable<number>;
  /** Token of the attempt that may save the outcome. */
  lease: Nullable<string>;
  /** Time from which another process may attempt the delivery. */
  leaseEndsAt: Nullable<IsoTime>;
  /** Always 0: servers of 2.0.0 read it. */
  redeliveries: number;
  /** Addresses that still need the e-mail, separated by spaces. Null if all do. */
  pendingRecipients: Nullable<string>;
}

/** Redeemed action links. */
interface UsedLinksTable {
  inquiryId: string;
  /**
   * Action of the link, with the number of the change that it takes back, such as `reopen-2`. Rows
   * of 2.0.0 have no number.
   */
  action: string;
  /** Expiry of the link. Inquiry, action and expiry identify it. */
  expiresAt: IsoTime;
  /** Number of the event that records the change. */
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

/**
 * Values that all processes share: keys, state of the clock, and times of the last backup and of
 * logged deletions.
 */
interface SharedValuesTable {
  name: string;
  value: string;
}
