import { slaMs } from '../inquiry/deadlines.ts';
import type { AttemptDependencies } from './deliveries/attempt-delivery.ts';
import { type DeliveryWorkers, startWorkers } from './deliveries/delivery-workers.ts';
import type { LeasedDelivery } from './deliveries/leases.ts';
import { readEarlier } from '../store/inquiries/read-earlier.ts';
import {
  storedFields,
  type StoredInquiry,
  toStoredInquiry,
} from '../store/inquiries/stored-inquiry.ts';
import { wrapStoreErrors } from '../store/store-errors.ts';
import type { Store } from '../store/store.ts';
import type { DeliveryKind, OutageReport } from '../store/tables.ts';
import type { Notification, NotificationSenders } from './notification.ts';
import { isOutageReport, loadOutage } from './outages.ts';
import { readRefusedAddresses, trackRefusedAddresses } from './refused-addresses.ts';
import { type BusinessCalendar, dayBounds, lastDigestAttemptAt } from './schedule/digest-times.ts';
import { readDigest } from './schedule/read-digest.ts';
import { findDue } from './schedule/reminders.ts';

export interface DeliveryDependencies
  extends
    Pick<
      AttemptDependencies<never>,
      'store' | 'clock' | 'random' | 'retryMs' | 'log' | 'onAttempt'
    >,
    BusinessCalendar {
  /** Senders of this server. A failure of one is reported by another. */
  senders: NotificationSenders;
}

/** Sends the notifications in the outbox to each destination until it is stopped. */
export const startDeliveries = (dependencies: DeliveryDependencies): DeliveryWorkers =>
  startWorkers({ ...dependencies, ...notificationHandlers(dependencies) });

/** Callbacks by which the outbox handles notifications. */
export function notificationHandlers({
  store,
  clock,
  timeZone,
  holidays,
}: Pick<DeliveryDependencies, 'store' | 'clock' | keyof BusinessCalendar>): Pick<
  AttemptDependencies<Notification>,
  'load' | 'lastAttemptAt' | 'onOutcome'
> {
  return {
    load: (delivery) => loadNotification(store, delivery, { now: clock(), timeZone, holidays }),
    lastAttemptAt: ({ day }) => (day === null ? Infinity : lastDigestAttemptAt(day, timeZone)),
    async onOutcome(transaction, _delivery, _outcome, receipt) {
      if (receipt) await trackRefusedAddresses(transaction, receipt, clock());
    },
  };
}

/**
 * Loads the notification of a delivery at `now` (ms since the epoch); undefined if it is obsolete.
 * Throws `StoreUnavailable`.
 */
export async function loadNotification(
  store: Store,
  { kind, destination, inquiryId, day, redeliveries, firstAttemptAt: reportedAt }: LeasedDelivery,
  { now, ...calendar }: { now: number } & BusinessCalendar,
): Promise<Notification | undefined> {
  const content = await loadContent();
  return content && { ...content, redeliveries };

  function loadContent() {
    if (isOutageReport(kind)) return loadOutageReport(kind);
    if (kind === 'address-refused') return loadRefusedAddresses(kind);
    return day === null ? loadInquiryNotification(kind) : loadDigest(day);
  }

  async function loadInquiryNotification(kind: InquiryNotificationKind) {
    const query = store.db.selectFrom('inquiries').select(storedFields).where('id', '=', inquiryId);
    const row = await wrapStoreErrors('The inquiry could not be read', () =>
      query.executeTakeFirst(),
    );
    if (!row) return undefined;
    const inquiry = toStoredInquiry(row);
    if (kind === 'received' && destination === 'email') {
      return { kind, inquiry, earlier: await readEarlier(store, inquiry) };
    }
    return toNotification(kind, inquiry, now);
  }

  async function loadOutageReport(kind: OutageReport): Promise<Notification | undefined> {
    const outage = await loadOutage(store, kind, destination, now);
    return outage && { kind, outage, reportedAt };
  }

  async function loadRefusedAddresses(kind: 'address-refused') {
    const refused = await readRefusedAddresses(store);
    return refused.length ? { kind, refused } : undefined;
  }

  async function loadDigest(digestDay: string): Promise<Notification | undefined> {
    const { from, until } = dayBounds(digestDay, calendar.timeZone);
    if (now < from || now >= until) return undefined;
    const digest = await readDigest(store, { day: digestDay, now, ...calendar });
    const { late, today, later, notDelivered, refused } = digest;
    const lists = [late.entries, today.entries, later.entries, notDelivered, refused];
    const isNeeded =
      digest.isFirstOfWeek || digest.endOfHolidays || lists.some(({ length }) => length > 0);
    return isNeeded ? { kind: 'digest', digest } : undefined;
  }
}

type InquiryNotificationKind = Exclude<DeliveryKind, OutageReport | 'address-refused'>;

function toNotification(
  kind: InquiryNotificationKind,
  inquiry: StoredInquiry,
  now: number,
): Notification | undefined {
  switch (kind) {
    case 'received':
      return { kind, inquiry };
    case 'acknowledgement':
      return shouldAcknowledge(inquiry, now) ? { kind, inquiry } : undefined;
    case 'digest':
      return undefined;
    case 'review-soon':
    case 'review-late':
    case 'response-soon':
    case 'response-late': {
      const due = findDue(kind, inquiry, now);
      return due && { kind, inquiry, due };
    }
  }
}

/** An acknowledgement is obsolete once the promised time of a response has passed. */
const shouldAcknowledge = ({ status, receivedAt }: StoredInquiry, now: number) =>
  status !== 'spam' && now <= Date.parse(receivedAt) + slaMs.response;
