import type { AttemptDependencies } from '../outbox/attempt-delivery.ts';
import { type DeliveryWorkers, getDestinations, startWorkers } from '../outbox/delivery-workers.ts';
import { loadNotification } from './load-notification.ts';
import type { Notification, NotificationSenders } from './notification.ts';
import { trackOutage } from './outages.ts';
import { lastDigestAttemptAt } from './schedule/digest-times.ts';

export interface DeliveryDependencies extends Pick<
  AttemptDependencies<never>,
  'store' | 'clock' | 'random' | 'retryMs' | 'log' | 'onAttempt'
> {
  /** Senders of this server. A failure of one is reported by another. */
  senders: NotificationSenders;
  /** The firm's time zone (IANA name). */
  timeZone: string;
}

/** Sends the notifications in the outbox to each destination until it is stopped. */
export const startDeliveries = (dependencies: DeliveryDependencies): DeliveryWorkers =>
  startWorkers({ ...dependencies, ...notificationHandlers(dependencies) });

/** Callbacks by which the outbox handles notifications. */
export function notificationHandlers({
  store,
  clock,
  senders,
  timeZone,
}: Pick<DeliveryDependencies, 'store' | 'clock' | 'senders' | 'timeZone'>): Pick<
  AttemptDependencies<Notification>,
  'load' | 'lastAttemptAt' | 'onOutcome'
> {
  const destinations = getDestinations(senders);
  return {
    load: (delivery) => loadNotification(store, delivery, { now: clock(), timeZone }),
    lastAttemptAt: ({ day }) => (day === null ? Infinity : lastDigestAttemptAt(day, timeZone)),
    onOutcome: (transaction, delivery, outcome) =>
      trackOutage(transaction, delivery, outcome, { now: clock(), destinations }),
  };
}
