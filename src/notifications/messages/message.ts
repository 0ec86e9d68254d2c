import type { Transaction } from 'kysely';
import type { Destination } from '../../config/destinations.ts';
import type { OfficeHours } from '../../inquiry/office-hours.ts';
import type { StoredInquiry } from '../../inquiry/stored-inquiry.ts';
import { findInquiry } from '../../store/inquiries/find-inquiry.ts';
import { findUnreachable } from '../../store/inquiries/find-unreachable.ts';
import type { StoredEvent } from '../../store/outbox/events.ts';
import type { LeasedDelivery, Outcome } from '../../store/outbox/leases.ts';
import type { Database, Store } from '../../store/store.ts';
import type { Tables } from '../../store/tables.ts';
import type { EpochMs, IsoTime } from '../../text/format-time.ts';
import type { MailedInquiry } from '../email/describe-inquiry.ts';
import type { MailContext } from '../email/mail-context.ts';
import type { Mail } from '../email/render-mail.ts';

/** A kind of notification. */
export interface Message {
  kind: string;
  /**
   * True if it goes to the inquirer, a stranger, as an automatic reply. A mail that may have
   * arrived is then not repeated.
   */
  isToInquirer?: boolean;
  /**
   * Loads the data of the message, and returns its texts; undefined if it is obsolete. Throws
   * `StoreUnavailable`.
   */
  load(event: StoredEvent, context: NotificationContext): Promise<Texts | undefined>;
  /** Records the follow-up of an outcome, in the transaction that stores the outcome. */
  recordFollowUp?(
    transaction: Transaction<Tables>,
    outcome: Outcome,
    delivery: LeasedDelivery,
    context: NotificationContext,
  ): Promise<void>;
}

/** Texts of a message about an event. A delivery to a destination without a text is skipped. */
export interface Texts {
  mail?(context: MailContext): Mail;
  /** Composes the event for the webhook, with its type and time. */
  webhook?(): { type: string; timestamp: IsoTime; data: object };
}

/** Texts of a message that has one for e-mails. */
export interface MailTexts extends Texts {
  mail(context: MailContext): Mail;
}

/** A message about an event. */
export interface Notification {
  /** Id of the event, which is the same at each attempt. */
  id: string;
  message: Message;
  texts: Texts;
  /** Addresses that still need the e-mail; undefined if all do. */
  pendingRecipients?: string[] | undefined;
}

/** A notification that has a text for e-mails. */
export interface MailNotification extends Notification {
  texts: MailTexts;
}

export const hasMail = (notification: Notification): notification is MailNotification =>
  notification.texts.mail !== undefined;

export interface NotificationContext {
  store: Store;
  /** The configured destinations. */
  destinations: readonly Destination[];
  clock: () => EpochMs;
  officeHours: OfficeHours;
}

/** Loads the inquiry of an event; undefined if it is deleted. Throws `StoreUnavailable`. */
export async function loadInquiry(
  store: Store,
  { inquiryId }: StoredEvent,
): Promise<MailedInquiry | undefined> {
  const inquiry = await findInquiry(store, inquiryId ?? '');
  const [mailed] = await toMailed(store, inquiry ? [{ inquiry }] : []);
  return mailed;
}

/** Adds `isUnreachable` to inquiries. Throws `StoreUnavailable`. */
export async function toMailed<Entry extends { inquiry: StoredInquiry }>(
  store: Database,
  entries: Entry[],
): Promise<(Entry & MailedInquiry)[]> {
  const ids = entries.map(({ inquiry }) => inquiry.id);
  const unreachable = await findUnreachable(store, ids);
  return entries.map((entry) => ({ ...entry, isUnreachable: unreachable.has(entry.inquiry.id) }));
}
