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
  /** Goes to the inquirer, a stranger, as an automatic reply: a mail that may have arrived is not repeated. */
  isToInquirer?: boolean;
  /** Loads what the message says; undefined if it is obsolete. Throws `StoreUnavailable`. */
  load(event: StoredEvent, context: NotificationContext): Promise<Texts | undefined>;
  /** Records what the outcome of an attempt leads to, in the transaction that stores it. */
  recordFollowUp?(
    transaction: Transaction<Tables>,
    outcome: Outcome,
    delivery: LeasedDelivery,
    context: NotificationContext,
  ): Promise<void>;
}

/** What a message says about an event. Without `mail` or `webhook`, its delivery there is skipped. */
export interface Texts {
  mail?(context: MailContext): Mail;
  /** Composes the event of the webhook, with its type and time. */
  webhook?(): { type: string; timestamp: IsoTime; data: object };
}

/** The texts of a message that has one for e-mails. */
export interface MailTexts extends Texts {
  mail(context: MailContext): Mail;
}

/** A message about an event. */
export interface Notification {
  /** Id of the event: stable across attempts. */
  id: string;
  message: Message;
  texts: Texts;
  /** Addresses that still need the e-mail; the others have it. */
  pendingRecipients?: string[] | undefined;
}

/** A notification that is sent by e-mail, too. */
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

/** Adds to inquiries if their addresses are unreachable. Throws `StoreUnavailable`. */
export async function toMailed<Entry extends { inquiry: StoredInquiry }>(
  store: Database,
  entries: Entry[],
): Promise<(Entry & MailedInquiry)[]> {
  const ids = entries.map(({ inquiry }) => inquiry.id);
  const unreachable = await findUnreachable(store, ids);
  return entries.map((entry) => ({ ...entry, isUnreachable: unreachable.has(entry.inquiry.id) }));
}
